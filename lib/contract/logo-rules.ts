// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { CLEAR_SPACE_MEASURES, LOGO_BACKGROUNDS, LOGO_RULE_LIMITS } from "./words.js";

const { px, mm, share } = LOGO_RULE_LIMITS;

const logoRule = z
  .object({
    logo_id: z.string().max(36).meta({ description: "Id of a `logos.items` entry" }),
    minimum_size: z
      .object({ px: z.int().positive().max(px), mm: z.number().positive().max(mm) })
      .partial()
      .optional()
      .meta({ description: "Minimum width on screens and in print" }),
    clear_space: z
      .object({ share: z.number().positive().max(share), of: z.enum(CLEAR_SPACE_MEASURES) })
      .optional()
      .meta({ description: "Clear space on all sides, as a share of a height" }),
    allowed_backgrounds: z
      .object({
        surfaces: z.array(z.enum(LOGO_BACKGROUNDS)).max(LOGO_BACKGROUNDS.length),
        colors: z
          .array(z.string().max(36))
          .max(LOGO_RULE_LIMITS.colors)
          .meta({ description: "Ids of `palette` entries" }),
      })
      .partial()
      .optional()
      .meta({ description: "Allowed backgrounds" }),
  })
  .meta({
    id: "LogoRule",
    description: "Machine-readable rules for one logo. Keys that the brand doesn't set are absent.",
  });
export const LogoRule = open(logoRule);
export type LogoRule = z.infer<typeof LogoRule>;
