import { z } from "zod";
import { BORDER_STYLES, DURATION_UNITS, HexColor, LENGTH_UNITS, SLUG_PATTERN } from "@/lib/contract";
import { FOUNDATION_LIMITS } from "./words";

const { length, milliseconds, layers, name, tokens } = FOUNDATION_LIMITS;

const dimension = (min: number, max: number = length) =>
  z.object({ value: z.number().min(min).max(max), unit: z.enum(LENGTH_UNITS) });

export const StoredLength = dimension(0);
export type StoredLength = z.infer<typeof StoredLength>;

export const StoredTokenColor = z.object({ hex: HexColor, alpha: z.number().min(0).max(1) });
export type StoredTokenColor = z.infer<typeof StoredTokenColor>;

export const StoredBorder = z.object({ color: StoredTokenColor, width: StoredLength, style: z.enum(BORDER_STYLES) });
export type StoredBorder = z.infer<typeof StoredBorder>;

export const StoredShadowLayer = z.object({
  color: StoredTokenColor,
  offsetX: dimension(-length),
  offsetY: dimension(-length),
  blur: dimension(0),
  spread: dimension(-length),
  inset: z.boolean(),
});
export type StoredShadowLayer = z.infer<typeof StoredShadowLayer>;

export const StoredDuration = z
  .object({ value: z.number().min(0).max(milliseconds), unit: z.enum(DURATION_UNITS) })
  .refine(({ value, unit }) => unit === "ms" || value * 1000 <= milliseconds, "At most a minute");
export type StoredDuration = z.infer<typeof StoredDuration>;

const share = z.number().min(0).max(1);
const swing = z.number().min(-5).max(5);
/** Cubic Bézier: x is 0 to 1, y may go beyond. */
export const StoredEasing = z.tuple([share, swing, share, swing]);
export type StoredEasing = z.infer<typeof StoredEasing>;

export const StoredTransition = z.object({
  duration: StoredDuration,
  delay: StoredDuration,
  timingFunction: StoredEasing,
});
export type StoredTransition = z.infer<typeof StoredTransition>;

/** Parts of CSS variables and DTCG paths, where dots and braces are reserved. */
const named = <Token extends z.ZodType>(token: Token) =>
  z
    .record(z.string().max(name).regex(SLUG_PATTERN, "Use lower-case words joined by single hyphens"), token)
    .refine((group) => Object.keys(group).length <= tokens, `At most ${tokens} tokens in a group`);

export const StoredFoundations = z
  .object({
    spacing: named(StoredLength),
    radius: named(StoredLength),
    border: named(StoredBorder),
    shadow: named(z.array(StoredShadowLayer).min(1).max(layers)),
    duration: named(StoredDuration),
    easing: named(StoredEasing),
    transition: named(StoredTransition),
  })
  .partial();
export type StoredFoundations = z.infer<typeof StoredFoundations>;
