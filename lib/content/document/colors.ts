import { z } from "zod";
import { ColorRole, ColorSource, GRADIENT_KINDS, HexColor, RULE_SEVERITIES, SCALE_STEPS } from "@/lib/contract";
import { COLOR_LIMITS, DOCUMENT_LIMITS, HARMONIES } from "./words";

const Id = z.uuid();

/** The same seed generates the same palette. */
export const PaletteSeed = z.object({ hex: HexColor, harmony: z.enum(HARMONIES) });
export type PaletteSeed = z.infer<typeof PaletteSeed>;

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

export const StoredPrint = z.object({
  cmyk: z.object({ c: percent, m: percent, y: percent, k: percent }).nullable(),
  pantone: z.string().max(COLOR_LIMITS.pantone),
});
export type StoredPrint = z.infer<typeof StoredPrint>;

/** Manually set steps. The others are generated. */
export const StoredScale = z.partialRecord(z.enum(SCALE_STEPS), HexColor);
export type StoredScale = z.infer<typeof StoredScale>;

const StoredStop = z.object({
  /** Null for a fixed colour. */
  color_id: Id.nullable(),
  /** The fixed colour, or the followed one's last hex. */
  hex: HexColor,
  position: z.number().min(0).max(1),
});

export const StoredGradient = z.object({
  id: Id,
  name: z.string().max(COLOR_LIMITS.name).min(1, "A gradient needs a name"),
  kind: z.enum(GRADIENT_KINDS),
  /** Degrees, as in CSS. */
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
    .refine((record) => Object.keys(record).length <= COLOR_LIMITS.stated, "Too many colours have settings");

/** Settings by colour id. Keys are absent while empty, also in older versions. */
export const StoredColors = z.object({
  source: ColorSource,
  seed: PaletteSeed.nullable(),
  palette: z.array(PaletteEntry).max(DOCUMENT_LIMITS.colors),
  scales: byColor(StoredScale).optional(),
  print: byColor(StoredPrint).optional(),
  dark: byColor(HexColor).optional(),
  /** Ordered by id, which is the order of creation. */
  gradients: z.array(StoredGradient).max(COLOR_LIMITS.gradients).optional(),
  rules: z.array(StoredColorRule).max(COLOR_LIMITS.rules).optional(),
});
export type StoredColors = z.infer<typeof StoredColors>;
