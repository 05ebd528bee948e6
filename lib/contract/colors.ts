// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { HexColor } from "./primitives.js";
import { GRADIENT_KINDS, RULE_SEVERITIES, type SCALE_STEPS } from "./words.js";

export type ScaleStep = (typeof SCALE_STEPS)[number];
export type GradientKind = (typeof GRADIENT_KINDS)[number];
export type RuleSeverity = (typeof RULE_SEVERITIES)[number];

const paletteColor = z.string().meta({ description: "Id of a `palette` entry" });

const colorScale = z
  .object({
    color: paletteColor,
    steps: z
      .object({
        "50": HexColor,
        "100": HexColor,
        "200": HexColor,
        "300": HexColor,
        "400": HexColor,
        "500": HexColor,
        "600": HexColor,
        "700": HexColor,
        "800": HexColor,
        "900": HexColor,
        "950": HexColor,
      } satisfies Record<ScaleStep, typeof HexColor>)
      .meta({ description: "From `50`, the lightest, to `950`" }),
  })
  .meta({ id: "ColorScale", description: "Tints and shades of a colour, which itself is the nearest step" });
export const ColorScale = open(colorScale);
export type ColorScale = z.infer<typeof ColorScale>;

const percent = z.number().min(0).max(100);

const colorPrint = z
  .object({
    color: paletteColor,
    cmyk: z.object({ c: percent, m: percent, y: percent, k: percent }).optional().meta({ description: "In percent" }),
    pantone: z.string().optional().meta({ description: "Pantone name" }),
  })
  .meta({ id: "ColorPrint", description: "A palette colour in print" });
export const ColorPrint = open(colorPrint);
export type ColorPrint = z.infer<typeof ColorPrint>;

const darkColor = z.object({ color: paletteColor, hex: HexColor }).meta({
  id: "DarkColor",
  description: "A palette colour on dark backgrounds. Colours that aren't listed don't change.",
});
export const DarkColor = open(darkColor);
export type DarkColor = z.infer<typeof DarkColor>;

const gradientStop = z
  .object({
    color: z
      .object({
        colorSpace: z.string().meta({ description: "`srgb`" }),
        components: z.array(z.number()).length(3).meta({ description: "0 to 1" }),
        hex: HexColor,
      })
      .meta({ id: "TokenColor", description: "The value of a DTCG `color` token" }),
    position: z.number().min(0).max(1),
    palette_color: paletteColor.optional().meta({ description: "Id of the `palette` entry with this colour, if any" }),
  })
  .meta({ id: "GradientStop", description: "A stop of a DTCG `gradient` token" });

const gradient = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(GRADIENT_KINDS),
    angle: z.number().min(0).max(360).meta({ description: "Degrees, as in CSS. Ignored for radial gradients." }),
    stops: z.array(gradientStop).min(2).meta({ description: "The value of a DTCG `gradient` token" }),
  })
  .meta({ id: "Gradient" });
export const Gradient = open(gradient);
export type Gradient = z.infer<typeof Gradient>;

const colorRule = z
  .object({
    id: z.string(),
    color: paletteColor,
    allowed_on: z
      .array(paletteColor)
      .meta({ description: "The only backgrounds allowed for this colour. Empty allows any." }),
    forbidden_on: z.array(paletteColor).meta({ description: "Backgrounds not allowed for this colour" }),
    never_pair_with: z
      .array(paletteColor)
      .meta({ description: "Colours that can't be combined with this one, in either order" }),
    severity: z.enum(RULE_SEVERITIES),
    reason: z.string().optional().meta({ description: "Explanation for people" }),
  })
  .meta({ id: "ColorRule", description: "Machine-readable rule for combining colours" });
export const ColorRule = open(colorRule);
export type ColorRule = z.infer<typeof ColorRule>;
