const channel = (hex: string, start: number): number => {
  const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(left: string, right: string): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** True if a light graphic has 3:1 contrast on this colour (WCAG 2.2). */
export const carriesLight = (hex: string): boolean => contrast(hex, "#ffffff") >= 3;

/** True if light text has more contrast than dark text. */
const isDark = (hex: string): boolean => contrast(hex, "#ffffff") > contrast(hex, "#000000");

/** Returns the first colour with 4.5:1 contrast, else black or white. */
export function textOn(surface: string, preferred: readonly string[]): string {
  return preferred.find((hex) => contrast(surface, hex) >= 4.5) ?? (isDark(surface) ? "#ffffff" : "#000000");
}
