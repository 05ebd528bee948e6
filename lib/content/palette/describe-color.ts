import { type Tone, toTone } from "./oklch";

/** OKLCH hues in degrees where each name begins. */
const HUES: readonly (readonly [number, string])[] = [
  [0, "rose"],
  [22, "red"],
  [38, "orange"],
  [66, "amber"],
  [92, "yellow"],
  [117, "lime"],
  [139, "green"],
  [157, "emerald"],
  [176, "teal"],
  [203, "cyan"],
  [226, "sky blue"],
  [250, "blue"],
  [271, "indigo"],
  [286, "violet"],
  [302, "purple"],
  [322, "magenta"],
  [341, "pink"],
];

/** Dark orange is brown. */
const DARK_NAMES: Readonly<Record<string, string>> = {
  orange: "brown",
  amber: "brown",
  yellow: "olive",
  lime: "olive",
  magenta: "purple",
};
const LIGHT_NAMES: Readonly<Record<string, string>> = { rose: "pink", red: "pink", teal: "cyan" };
const DARK_BELOW = 0.62;
const LIGHT_FROM = 0.75;

/** Below this, a colour is grey. */
const NAMED_CHROMA_FROM = 0.03;

/**
 * Such as "Deep teal". Similar colours may share one.
 * @throws TypeError if it isn't a hex colour
 */
export function describeColor(hex: string): string {
  const tone = toTone(hex);
  const words = tone.c >= NAMED_CHROMA_FROM ? [shadeOf(tone), hueOf(tone)] : [greyOf(tone.l)];
  const name = words.filter((word) => word !== "").join(" ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function hueOf({ l, h }: Tone): string {
  const name = HUES.findLast(([from]) => h >= from)?.[1] ?? "rose";
  if (l < DARK_BELOW) return DARK_NAMES[name] ?? name;
  return (l >= LIGHT_FROM ? LIGHT_NAMES[name] : undefined) ?? name;
}

function shadeOf({ l, c }: Tone): string {
  if (l < 0.3) return "dark";
  if (l < 0.72) {
    if (c >= 0.22) return "vivid";
    if (c < 0.07) return l < 0.53 ? "dusky" : "muted";
    return l < 0.53 ? "deep" : "";
  }
  if (c >= 0.14) return "bright";
  return l < 0.86 ? "light" : "pale";
}

function greyOf(l: number): string {
  if (l < 0.13) return "black";
  if (l < 0.35) return "charcoal";
  if (l < 0.55) return "dark grey";
  if (l < 0.75) return "grey";
  if (l < 0.93) return "light grey";
  return l < 0.985 ? "off-white" : "white";
}
