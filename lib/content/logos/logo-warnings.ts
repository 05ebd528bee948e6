import type { LogoEntry } from "../document/brand-document";
import { usualWidth } from "./edit-logos";

export interface RenderedLogo {
  /** RGBA, 0 to 255. */
  pixels: ArrayLike<number>;
  /** It has text drawn in the viewer's fonts. */
  liveText: boolean;
}

const SHARP = 2;
/** A WCAG ratio. Below it nothing is visible. Text needs 4.5. */
const LEAST_CONTRAST = 1.5;
/** With fewer pixels standing out, the logo can't be recognised. */
const LEAST_SHARE = 0.25;
/** Above this, the picture has its own background. */
const OPAQUE_SHARE = 0.98;
const VISIBLE_ALPHA = 32;

const SURFACES = {
  light: { luminance: 1, is: "light", lies: "white" },
  dark: { luminance: 0, is: "dark", lies: "black" },
} as const;

const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Null if the picture is empty or opaque. */
function shareStandingOut(pixels: ArrayLike<number>, luminance: number): number | null {
  let visible = 0;
  let standingOut = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]];
    if (alpha < VISIBLE_ALPHA) continue;
    visible += 1;
    const own = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    const [darker, lighter] = own < luminance ? [own, luminance] : [luminance, own];
    if ((lighter + 0.05) / (darker + 0.05) >= LEAST_CONTRAST) standingOut += 1;
  }
  const points = pixels.length / 4;
  return visible === 0 || visible / points > OPAQUE_SHARE ? null : standingOut / visible;
}

export function logoWarnings(
  { variant, background, min_width_px, file }: LogoEntry,
  look: RenderedLogo | null,
): string[] {
  const warnings: string[] = [];
  if (look && background !== "any") {
    const { luminance, is, lies } = SURFACES[background];
    const share = shareStandingOut(look.pixels, luminance);
    if (share !== null && share < LEAST_SHARE)
      warnings.push(`It is made for ${is} backgrounds, but little of it is visible on ${lies}.`);
  }
  if (look?.liveText)
    warnings.push(
      "Its letters are text, so viewers see their own fonts. Convert them to outlines and replace the file.",
    );
  const least = SHARP * Math.max(min_width_px, usualWidth(variant));
  if (file.mime !== "image/svg+xml" && file.width !== null && file.width < least)
    warnings.push(
      `It is ${file.width} px wide. High-resolution screens need ${least} px to show it ${least / SHARP} px wide. ` +
        "Use a larger picture or an SVG.",
    );
  return warnings;
}
