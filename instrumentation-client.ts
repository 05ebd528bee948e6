import { config } from "zod";

/** Keeps zod from testing `eval`, which the content policy forbids and reports as a violation. */
config({ jitless: true });
