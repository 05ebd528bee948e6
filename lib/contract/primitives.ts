// SPDX-License-Identifier: MIT
import { z } from "zod";
import { ROLES, SLUG_MAX_LENGTH, SLUG_PATTERN } from "./words.js";

/** A UUID, parsed to lower case. */
export const Uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/, "must be a UUID")
  .transform((value) => value.toLowerCase())
  .meta({ format: "uuid", example: "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a01" });

/** Without `_` and `--` the environment form is unique. */
export const Slug = z
  .string()
  .max(SLUG_MAX_LENGTH)
  .regex(SLUG_PATTERN, "must be lower-case words joined by single hyphens")
  .meta({ example: "brand-studio" });

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, a valid date. */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, "must be ISO 8601 with milliseconds and Z")
  .refine((value) => {
    const date = new Date(value);
    return !Number.isNaN(date.getTime()) && date.toISOString() === value;
  }, "must be a date that exists")
  .meta({ format: "date-time", example: "2026-03-14T09:26:53.589Z" });

export const UnixSeconds = z.int().nonnegative().meta({ description: "Unix time in seconds", example: 1773480413 });

export const IdentityVersion = z
  .int()
  .nonnegative()
  .meta({ description: "Version of the brand's identity. Higher is newer.", example: 7 });

/** SHA-256 in lower-case hex. */
export const Digest = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits");

/** A BCP 47 language tag. */
export const LanguageTag = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, "must be a language tag such as de or zh-Hant")
  .meta({ example: "de-AT" });

export const HexColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, "must be a lower-case #rrggbb colour")
  .meta({ example: "#0f766e" });

export const Role = z.enum(ROLES).meta({ description: "Role of a user in a brand" });
export type Role = z.infer<typeof Role>;

/** `brand-studio` becomes `BRAND_STUDIO`, as in `CORE_CHILD_APP_TOKEN__BRAND_STUDIO`. */
export function environmentForm(toolSlug: string): string {
  return toolSlug.toUpperCase().replaceAll("-", "_");
}
