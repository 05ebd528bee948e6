import { cache } from "react";
import { openDraft } from "@/lib/identity/server";

/** The acting user's draft, opened once per request: the page reads from it what the scope around its content opens. */
export const openDraftOnce = cache(openDraft);
