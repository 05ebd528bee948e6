import { z } from "zod";
import { ColorRole, ColorSource, GRADIENT_KINDS, HexColor, RULE_SEVERITIES, SCALE_STEPS } from "@/lib/contract";
import { COLOR_LIMITS, DOCUMENT_LIMITS, HARMONIES } from "./words";

const Id = z.uuid();

/** What a palette was generated from, kept so that the same input gives the same palette. */
export const PaletteSeed = z.object({ hex: HexColor, harmony: z.enum(HARMONIES) });
export type PaletteSeed = z.infer<typeof PaletteSeed>;

/** A palette entry as it is stored; `rgb` is derived when it is shown. */
export const PaletteEntry = z.object({
  id: Id,
  name: z.string().max(DOCUMENT_LIMITS.label).min(1, "A colour needs a name"),
  role: ColorRole,
  hex: HexColor,
  usage: z.string().max(DOCUMENT_LIMITS.prose),
  locked: z.boolean(),
});
export type PaletteEntry = z.infer<typeof PaletteEntry>;

const percent = z.number().min(0).max(100);

/** What is said of a colour in print; null or empty where it is not. */
export const StoredPrint = z.object({
  cmyk: z.object({ c: percent, m: percent, y: percent, k: percent }).nullable(),
  pantone: z.string().max(COLOR_LIMITS.pantone),
});
export type StoredPrint = z.infer<typeof StoredPrint>;

/** Steps of a colour's scale that somebody set; the others are made from the colour. */
export const StoredScale = z.partialRecord(z.enum(SCALE_STEPS), HexColor);
export type StoredScale = z.infer<typeof StoredScale>;

const StoredStop = z.object({
  /** The colour of the palette that it follows; null for one of its own. */
  color_id: Id.nullable(),
  /** The colour of its own, or the last known one of what it follows. */
  hex: HexColor,
  position: z.number().min(0).max(1),
});

export const StoredGradient = z.object({
  id: Id,
  name: z.string().max(COLOR_LIMITS.name).min(1, "A gradient needs a name"),
  kind: z.enum(GRADIENT_KINDS),
  /** In degrees, as CSS takes it. */
  angle: z.number().min(0).max(360),
  stops: z.array(StoredStop).min(2, "A gradient has at least two stops").max(COLOR_LIMITS.stops),
});
export type StoredGradient = z.infer<typeof StoredGradient>;

const ids = z.array(Id).max(DOCUMENT_LIMITS.colors);

export const StoredColorRule = z.object({
  id: Id,
  color: Id,
  allowed_on: ids,
  forbidden_on: ids,
  never_pair_with: ids,
  severity: z.enum(RULE_SEVERITIES),
  reason: z.string().max(COLOR_LIMITS.reason),
});
export type StoredColorRule = z.infer<typeof StoredColorRule>;

const byColor = <Value extends z.ZodType>(value: Value) =>
  z
    .record(Id, value)
    .refine(
      (record) => Object.keys(record).length <= COLOR_LIMITS.stated,
      "There is something stated of too many colours",
    );

/** The palette, and what is stated of its colours by their ids: each key is absent while nothing is, as in all versions from before it could be. */
export const StoredColors = z.object({
  source: ColorSource,
  seed: PaletteSeed.nullable(),
  palette: z.array(PaletteEntry).max(DOCUMENT_LIMITS.colors),
  scales: byColor(StoredScale).optional(),
  print: byColor(StoredPrint).optional(),
  /** What a colour is in the dark set; one without stays as it is. */
  dark: byColor(HexColor).optional(),
  /** In the order in which they were added, which is that of their ids; rules too. */
  gradients: z.array(StoredGradient).max(COLOR_LIMITS.gradients).optional(),
  rules: z.array(StoredColorRule).max(COLOR_LIMITS.rules).optional(),
});
export type StoredColors = z.infer<typeof StoredColors>;
