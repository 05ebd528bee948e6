// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { ERROR_STATUS } from "./words.js";

export const ErrorCode = z.enum(Object.keys(ERROR_STATUS) as [keyof typeof ERROR_STATUS]).meta({
  id: "ErrorCode",
  description: "Stable code to branch on",
});
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Body of every error. Branch on `code`. `message` is for people and may change. */
export const ErrorEnvelope = open(
  z
    .object({
      error: z.object({
        code: ErrorCode,
        message: z.string().meta({ description: "Message for people. It may change." }),
      }),
    })
    .meta({ id: "ErrorEnvelope", description: "Body of every error" }),
);
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;
