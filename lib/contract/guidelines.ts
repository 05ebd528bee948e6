// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { LanguageTag } from "./primitives.js";
import { ICON_STYLES, IDENTITY_LIMITS, type IMAGERY_KINDS, IMAGERY_LIMITS } from "./words.js";

export type ImageryKind = (typeof IMAGERY_KINDS)[number];

const sentence = z.string().max(IDENTITY_LIMITS.stringLength);

const imageryExample = z
  .object({
    asset_id: z.string().max(36).meta({ description: "Id of an `assets` entry" }),
    note: sentence.meta({ description: "What the example shows" }),
  })
  .partial()
  .meta({ id: "ImageryExample", description: "An example: an asset of the brand, a note, or both" });

const imageryExamples = z.array(imageryExample).max(IMAGERY_LIMITS.examples);

const imageryDirection = z
  .object({ direction: sentence, dos: imageryExamples, donts: imageryExamples })
  .partial()
  .meta({ id: "ImageryDirection", description: "Direction for one kind of image, with dos and don'ts" });

const iconDirection = imageryDirection
  .extend({
    style: z.enum(ICON_STYLES).optional(),
    grid_px: z
      .int()
      .positive()
      .max(IMAGERY_LIMITS.gridPx)
      .optional()
      .meta({ description: "Side of the icon grid in pixels" }),
    stroke_px: z
      .number()
      .positive()
      .max(IMAGERY_LIMITS.strokePx)
      .optional()
      .meta({ description: "Stroke width on the grid in pixels" }),
  })
  .meta({ id: "IconDirection", description: "Direction for icons, with machine-readable rules" });

const imagery = z
  .object({ photo: imageryDirection, illustration: imageryDirection, icon: iconDirection })
  .partial()
  .meta({ id: "Imagery", description: "Direction for images. Keys that the brand doesn't set are absent." });
export const Imagery = open(imagery);
export type Imagery = z.infer<typeof Imagery>;

const legal = z
  .object({
    trademark_lines: z.array(sentence).max(IDENTITY_LIMITS.listLength).meta({ description: "Trademark notices" }),
    boilerplate: z.record(LanguageTag, sentence).meta({ description: "Boilerplate by language" }),
  })
  .partial()
  .meta({ id: "Legal", description: "Legal texts. Keys that the brand doesn't set are absent." });
export const Legal = open(legal);
export type Legal = z.infer<typeof Legal>;
