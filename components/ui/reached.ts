import { unstable_rethrow } from "next/navigation";
import type { FormResult } from "@/lib/web/actions/form-result";

/** Asks the person to re-authenticate. Resolves to true once they have. */
type AskToReauthenticate = () => Promise<boolean>;

let asker: AskToReauthenticate | null = null;

/** Registers the page's re-authentication dialog. Returns the function that unregisters it. */
export function registerReauthPrompt(ask: AskToReauthenticate): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Resolves to false if there is no dialog or the person cancels. */
export const askToReauthenticate: AskToReauthenticate = async () => (asker ? asker() : false);

export const UNREACHABLE = "Can’t reach the hub. Check your connection and try again.";

const NOT_CONFIRMED = "Cancelled, because you didn’t confirm it’s you.";

export type Ended<Data> = Exclude<FormResult<Data>, { status: "idle" }>;

async function called<Data>(act: () => Promise<FormResult<Data>>): Promise<Ended<Data>> {
  try {
    const result = await act();
    if (result.status !== "idle") return result;
  } catch (error) {
    unstable_rethrow(error);
  }
  return { status: "error", message: UNREACHABLE };
}

/**
 * Calls a server action and never throws, except for redirects. An unreachable hub is an error result. If the action
 * needs re-authentication, it asks for that and calls the action again.
 */
export async function reached<Data>(act: () => Promise<FormResult<Data>>): Promise<Ended<Data>> {
  const result = await called(act);
  if (result.status !== "error" || !result.proofNeeded) return result;
  return (await askToReauthenticate()) ? called(act) : { status: "error", message: NOT_CONFIRMED };
}
