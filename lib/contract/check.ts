// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { IdentityVersion, LanguageTag } from "./primitives.js";
import { CHECK_LIMITS, CHECK_MEDIA_TYPES, RULE_SEVERITIES } from "./words.js";

export const CheckRequest = z
  .strictObject({
    content: z
      .string()
      .max(CHECK_LIMITS.bytes)
      .refine((text) => new TextEncoder().encode(text).length <= CHECK_LIMITS.bytes, "must be at most 64 KB in UTF-8")
      .meta({ description: "What to check. It is neither stored nor logged." }),
    media_type: z.enum(CHECK_MEDIA_TYPES).meta({ description: "How to read `content`" }),
    locale: LanguageTag.optional().meta({
      description: "Language of parts without `lang`. Defaults to the brand's main language.",
    }),
    version: z
      .int()
      .min(1)
      .max(999_999_999)
      .optional()
      .meta({ format: "int32", description: "The version to check against. Defaults to the current one." }),
  })
  .meta({ id: "CheckRequest" });
export type CheckRequest = z.infer<typeof CheckRequest>;

const offset = z.int().nonnegative();

const checkFinding = z
  .object({
    rule: z.string().meta({ description: "Such as `forbidden-word`" }),
    severity: z.enum(RULE_SEVERITIES).meta({ description: "`must` for what the brand forbids" }),
    path: z.string().meta({ description: "JSON pointer (RFC 6901) to the reason in the version" }),
    start: offset.meta({ description: "Where it begins in `content`, in UTF-16 code units" }),
    end: offset.meta({ description: "Where it ends in `content`, in UTF-16 code units" }),
    quote: z.string().meta({ description: "That part of `content`" }),
    message: z.string().meta({ description: "For people" }),
    fix: z.string().optional().meta({ description: "Replaces `quote`. You can apply all fixes together." }),
  })
  .meta({ id: "CheckFinding" });
export type CheckFinding = z.infer<typeof checkFinding>;

const uncheckedPart = z
  .object({
    path: z.string().meta({ description: "JSON pointer into the version" }),
    reason: z.string().meta({ description: "For people" }),
  })
  .meta({ id: "UncheckedPart" });

/** The same for the same content and version. */
export const CheckResult = open(
  z
    .object({
      version: IdentityVersion,
      findings: z.array(checkFinding).meta({ description: "The first 1,000, in the order of `content`" }),
      omitted: z.int().nonnegative().meta({ description: "How many findings there are beyond the first 1,000" }),
      not_checked: z.array(uncheckedPart).meta({ description: "Parts of the version that need a person" }),
    })
    .meta({ id: "CheckResult" }),
);
export type CheckResult = z.infer<typeof CheckResult>;
