import {
  type BrandDocument,
  foundationsInWords,
  imageryInWords,
  languageName,
  publishFoundations,
  publishTypography,
} from "@/lib/content";
import { TONE_AXES } from "@/lib/contract";

export type Beside = Partial<Pick<BrandDocument, "typography" | "foundations" | "imagery" | "legal" | "assets">>;

export interface StatedPart {
  title: string;
  lines: string[];
  entries: { name: string; text: string; lang?: string }[];
}

export function statedInWords({ foundations, legal, ...beside }: Beside): StatedPart[] {
  const pictures = imageryInWords(beside).map(({ name, lines, dos, donts }) => ({
    title: name,
    lines,
    entries: [...dos.map((text) => ({ name: "Do", text })), ...donts.map((text) => ({ name: "Don’t", text }))],
  }));
  const boilerplate = Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts: StatedPart[] = [
    ...pictures,
    { title: "Trademarks", lines: legal?.trademark_lines ?? [], entries: [] },
    {
      title: "Boilerplate",
      lines: [],
      entries: boilerplate.map(([lang, text]) => ({ name: languageName(lang), text, lang })),
    },
    ...foundationsInWords(foundations).map(({ name, tokens }) => ({ title: name, lines: [], entries: tokens })),
  ];
  return parts.filter(({ lines, entries }) => lines.length + entries.length > 0);
}

export type ToneAxis = (typeof TONE_AXES)[number];

/** From −2 to 2 (Nielsen Norman Group, "The Four Dimensions of Tone of Voice"). */
export const TONE_ENDS: Readonly<Record<ToneAxis, readonly [low: string, high: string]>> = {
  formality: ["Casual", "Formal"],
  humor: ["Serious", "Funny"],
  irreverence: ["Respectful", "Irreverent"],
  enthusiasm: ["Matter-of-fact", "Enthusiastic"],
};

export const isToneAxis = (key: string): key is ToneAxis => key in TONE_ENDS;

/** `Rather casual`, `Very formal`, `Between serious and funny`. */
export function toneText(axis: ToneAxis, value: number): string {
  const [low, high] = TONE_ENDS[axis];
  if (value === 0) return `Between ${low.toLowerCase()} and ${high.toLowerCase()}`;
  return `${Math.abs(value) > 1 ? "Very" : "Rather"} ${(value < 0 ? low : high).toLowerCase()}`;
}

export const toneInWords = (tone: Partial<Record<ToneAxis, number>> = {}): string[] =>
  TONE_AXES.flatMap((axis) => {
    const value = tone[axis];
    return value === undefined ? [] : [toneText(axis, value)];
  });

/** Paths of entries that people named. */
const NAMED =
  /^(?:colors\.(?:palette|scales|print|dark|gradients|rules)|logos\.(?:items|checks)|assets|typography\.fonts|foundations\.\w+)\./;
const STEP = " · ";

/** Splits `Colour · Alder green` into the hub's `Colour · ` and the name that people chose, if any. */
export function labelPieces({ path, label }: { path: string; label: string }): { words: string; name: string } {
  if (!NAMED.test(path)) return { words: label, name: "" };
  const end = label.includes(STEP) ? label.indexOf(STEP) + STEP.length : 0;
  return { words: label.slice(0, end), name: label.slice(end) };
}

/** Without colours, logos, assets and URLs, which expire after 30 minutes. */
export function publishedJson({ identity, typography, foundations, imagery, legal }: BrandDocument) {
  return {
    identity,
    typography: typography && publishTypography(typography, () => ({})),
    foundations: publishFoundations(foundations).foundations,
    imagery,
    legal,
  };
}
