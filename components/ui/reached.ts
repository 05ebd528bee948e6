import { unstable_rethrow } from "next/navigation";
import type { FormResult } from "@/lib/web/actions/form-result";
import { askForProof } from "./proof-asker";

/** The one sentence for a hub that did not answer. */
export const UNREACHABLE = "The hub could not be reached. Check your connection and try again.";

const NOT_PROVED = "Nothing was done, since you did not confirm that it is you.";

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
 * Calls a server action and never throws: a hub that does not answer is a failure like any other. Where the hub wants to know again who is
 * there, the person is asked, and what they were about to do is done. Redirects pass through.
 */
export async function reached<Data>(act: () => Promise<FormResult<Data>>): Promise<Ended<Data>> {
  const result = await called(act);
  if (result.status !== "error" || !result.proofNeeded) return result;
  return (await askForProof()) ? called(act) : { status: "error", message: NOT_PROVED };
}
