// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { HexColor } from "./primitives.js";
import { BORDER_STYLES, DURATION_UNITS, type FOUNDATION_GROUPS, LENGTH_UNITS } from "./words.js";

export type FoundationGroup = (typeof FOUNDATION_GROUPS)[number];

const tokenLength = z.object({ value: z.number(), unit: z.enum(LENGTH_UNITS) });
const duration = z.object({ value: z.number().nonnegative(), unit: z.enum(DURATION_UNITS) });
const cubicBezier = z.array(z.number()).length(4);

const tokenColor = z
  .object({
    colorSpace: z.literal("srgb"),
    components: z.array(z.number().min(0).max(1)).length(3),
    alpha: z.number().min(0).max(1),
    hex: HexColor.meta({ description: "The colour without `alpha`" }),
  })
  .meta({ id: "TranslucentColor", description: "The value of a DTCG `color` token" });

const shadowLayer = z
  .object({
    color: tokenColor,
    offsetX: tokenLength,
    offsetY: tokenLength,
    blur: tokenLength,
    spread: tokenLength,
    inset: z.boolean(),
  })
  .meta({ id: "ShadowLayer" });

const dimensionToken = z
  .object({ $type: z.literal("dimension"), $value: tokenLength })
  .meta({ id: "DimensionToken", description: "A DTCG `dimension` token" });
const borderToken = z
  .object({
    $type: z.literal("border"),
    $value: z.object({ color: tokenColor, width: tokenLength, style: z.enum(BORDER_STYLES) }),
  })
  .meta({ id: "BorderToken", description: "A DTCG `border` token" });
const shadowToken = z
  .object({ $type: z.literal("shadow"), $value: z.array(shadowLayer).min(1) })
  .meta({ id: "ShadowToken", description: "A DTCG `shadow` token. The first layer is on top." });
const durationToken = z
  .object({ $type: z.literal("duration"), $value: duration })
  .meta({ id: "DurationToken", description: "A DTCG `duration` token" });
const easingToken = z
  .object({ $type: z.literal("cubicBezier"), $value: cubicBezier })
  .meta({ id: "CubicBezierToken", description: "A DTCG `cubicBezier` token" });
const transitionToken = z
  .object({
    $type: z.literal("transition"),
    $value: z.object({ duration, delay: duration, timingFunction: cubicBezier }),
  })
  .meta({ id: "TransitionToken", description: "A DTCG `transition` token" });

const group = <Token extends z.ZodType>(token: Token, description: string) =>
  z.record(z.string(), token).meta({ description });

const foundations = z
  .object({
    spacing: group(dimensionToken, "Spacing tokens by name"),
    radius: group(dimensionToken, "Corner radius tokens by name"),
    border: group(borderToken, "Border tokens by name"),
    shadow: group(shadowToken, "Shadow tokens by name"),
    duration: group(durationToken, "Duration tokens by name"),
    easing: group(easingToken, "Easing tokens by name"),
    transition: group(transitionToken, "Transition tokens by name"),
  })
  .partial()
  .meta({
    id: "Foundations",
    description:
      "Token groups in the Design Tokens Format 2025.10, each from smallest to largest. Groups that the brand doesn't set are absent.",
  });
export const Foundations = open(foundations);
export type Foundations = z.infer<typeof Foundations>;
