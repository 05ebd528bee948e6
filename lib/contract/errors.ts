import { z } from "zod";
import { open } from "./open.js";

/** The six stable codes of the error envelope with their HTTP status (the hub's docs/specification.md, Errors). */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  server_error: 500,
} as const;

export const ErrorCode = z.enum(Object.keys(ERROR_STATUS) as [keyof typeof ERROR_STATUS]).meta({
  id: "ErrorCode",
  description: "Stable code to branch on",
});
export type ErrorCode = keyof typeof ERROR_STATUS;

/** The one shape of every failure. Branch on `code`; `message` is for people and may change. */
export const ErrorEnvelope = open(
  z
    .object({
      error: z.object({
        code: ErrorCode,
        message: z.string().meta({ description: "For people; may change" }),
      }),
    })
    .meta({ id: "ErrorEnvelope", description: "The one shape of every failure" }),
);
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
