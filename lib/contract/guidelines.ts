// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { LanguageTag } from "./primitives.js";
import { ICON_STYLES, IDENTITY_LIMITS, type IMAGERY_KINDS, IMAGERY_LIMITS } from "./words.js";

export type ImageryKind = (typeof IMAGERY_KINDS)[number];

const sentence = z.string().max(IDENTITY_LIMITS.stringLength);

const imageryExample = z
  .object({
    asset_id: z.string().max(36).meta({ description: "Id of an entry of `assets`" }),
    note: sentence.meta({ description: "What to see in it" }),
  })
  .partial()
  .meta({ id: "ImageryExample", description: "One of the brand's own assets, with words or in words alone" });

const imageryExamples = z.array(imageryExample).max(IMAGERY_LIMITS.examples);

const imageryDirection = z
  .object({ direction: sentence, dos: imageryExamples, donts: imageryExamples })
  .partial()
  .meta({ id: "ImageryDirection", description: "How pictures of a kind are made, with what to do beside what not to" });

const iconDirection = imageryDirection
  .extend({
    style: z.enum(ICON_STYLES).optional(),
    grid_px: z
      .int()
      .positive()
      .max(IMAGERY_LIMITS.gridPx)
      .optional()
      .meta({ description: "Side of the square that icons are drawn on" }),
    stroke_px: z
      .number()
      .positive()
      .max(IMAGERY_LIMITS.strokePx)
      .optional()
      .meta({ description: "Width of a line on that square" }),
  })
  .meta({ id: "IconDirection", description: "How icons are made, with rules that can be checked" });

const imagery = z
  .object({ photo: imageryDirection, illustration: imageryDirection, icon: iconDirection })
  .partial()
  .meta({ id: "Imagery", description: "Direction for pictures; what the brand does not state is absent" });
export const Imagery = open(imagery);
export type Imagery = z.infer<typeof Imagery>;

const legal = z
  .object({
    trademark_lines: z
      .array(sentence)
      .max(IDENTITY_LIMITS.listLength)
      .meta({ description: "Sentences that name whose marks these are" }),
    boilerplate: z
      .record(LanguageTag, sentence)
      .meta({ description: "What stands below a publication, by the language of the text" }),
  })
  .partial()
  .meta({ id: "Legal", description: "What the brand has to say in law; what it does not state is absent" });
export const Legal = open(legal);
export type Legal = z.infer<typeof Legal>;
