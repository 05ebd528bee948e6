import pino from "pino";
import { describeError } from "./describe-error";

/** Structured log on standard error: JSON lines, never a credential, never a signed URL. `lib/hub/hub.ts` sets its level. */
export const log = pino(
  {
    base: undefined,
    serializers: { err: (error: unknown) => describeError(error) ?? String(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["authorization", "*.authorization", "cookie", "*.cookie", "token", "*.token"],
      censor: "[secret]",
    },
  },
  pino.destination({ dest: 2, sync: true }),
);
