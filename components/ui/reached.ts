import { unstable_rethrow } from "next/navigation";
import type { FormResult } from "@/lib/actions/form-result";

/** The one sentence for a hub that did not answer. */
export const UNREACHABLE = "The hub could not be reached. Check your connection and try again.";

/** How an action ended: with what it made, or with a sentence for people. */
export type Ended<Data> = Exclude<FormResult<Data>, { status: "idle" }>;

/** Calls a server action and never throws: a hub that does not answer is a failure like any other. Redirects pass through. */
export async function reached<Data>(act: () => Promise<FormResult<Data>>): Promise<Ended<Data>> {
  try {
    const result = await act();
    if (result.status !== "idle") return result;
  } catch (error) {
    unstable_rethrow(error);
  }
  return { status: "error", message: UNREACHABLE };
}
