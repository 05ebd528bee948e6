import type { AuthOptions } from "next-auth";
import { log } from "@/lib/kernel/log";

/** What a browser with an old or revoked cookie causes: no failure of the hub. */
const ORDINARY = new Set(["JWT_SESSION_ERROR"]);

const causeOf = (metadata: Error | { error: Error }) => (metadata instanceof Error ? metadata : metadata.error);

/** next-auth's own messages, in the hub's log. */
export const nextAuthLogger: AuthOptions["logger"] = {
  error(code, metadata) {
    log[ORDINARY.has(code) ? "debug" : "error"]({ code, err: causeOf(metadata) }, "next-auth");
  },
  warn(code) {
    log.warn({ code }, "next-auth");
  },
  debug() {},
};
