import type { LogoVariant } from "@/lib/contract";
import type { LogoEntry } from "../document/brand-document";

/** `described` is in words, such as "the width of one eye". */
export type ClearSpace =
  | { kind: "share"; of: "height" | "width"; share: number }
  | { kind: "pixels"; pixels: number }
  | { kind: "none" }
  | { kind: "described" };

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
const SHARES: Readonly<Record<string, number>> = {
  "½": 1 / 2,
  "⅓": 1 / 3,
  "¼": 1 / 4,
  "⅕": 1 / 5,
  "⅙": 1 / 6,
  "⅛": 1 / 8,
  half: 1 / 2,
  "one half": 1 / 2,
  "a third": 1 / 3,
  "one third": 1 / 3,
  "a quarter": 1 / 4,
  "one quarter": 1 / 4,
  "a fifth": 1 / 5,
  "one fifth": 1 / 5,
  "a sixth": 1 / 6,
  "one sixth": 1 / 6,
  "an eighth": 1 / 8,
  "one eighth": 1 / 8,
  "a tenth": 1 / 10,
  "one tenth": 1 / 10,
  twice: 2,
};
const WORD_OR_FRACTION = String.raw`(?<word>${Object.keys(SHARES).join("|")})|(?<top>\d+)/(?<bottom>\d+)`;
const SHARE = `(?:${WORD_OR_FRACTION}|(?<percent>${NUMBER}) ?(?:%|percent)|(?<times>${NUMBER}) ?[x×])`;
/** Other words name a part or another logo, whose size is unknown. */
const ITSELF: Record<LogoVariant, string> = {
  logo_positive: "logo",
  logo_negative: "logo",
  symbol: "logo|symbol|mark|icon",
  wordmark: "logo|wordmark|mark",
  favicon: "logo|favicon|icon",
  other: "logo|symbol|wordmark|mark|icon|favicon",
};
const OF_ITSELF = Object.fromEntries(
  Object.entries(ITSELF).map(([variant, names]) => [
    variant,
    [
      new RegExp(`${SHARE} (?:of )?(?:the |its )?(?:own )?(?:(?:${names})(?:['’]s)? )?(?<side>height|width)(?! of)`),
      new RegExp(`${SHARE} (?:of )?(?:the )?(?<side>height|width) of (?:the )?(?:${names})\\b`),
    ],
  ]),
) as Record<LogoVariant, RegExp[]>;
const NONE = /^(?:(?:none|no clear space|built[ -]?in)\b|0 ?(?:px)?$)/;
const PIXELS = new RegExp(`(?<pixels>${NUMBER}) ?(?:px|pixels?)\\b`);

/** Longer rules are prose, and matching takes quadratic time. */
const MAX_MEASURED_LENGTH = 200;

const toNumber = (text: string): number => Number(text.replace(",", "."));

function shareOf(groups: Record<string, string | undefined>): number | null {
  const { word, top, bottom, percent, times } = groups;
  if (word) return SHARES[word] ?? null;
  if (percent) return toNumber(percent) / 100;
  if (times) return toNumber(times);
  return top && bottom && Number(bottom) > 0 ? Number(top) / Number(bottom) : null;
}

/** `described` if it isn't clearly measurable, `none` if empty. */
export function measureClearSpace(rule: string, variant: LogoVariant = "other"): ClearSpace {
  const text = rule.trim().toLowerCase().replace(/\s+/g, " ");
  if (text.length > MAX_MEASURED_LENGTH) return { kind: "described" };
  if (text === "" || NONE.test(text)) return { kind: "none" };
  for (const pattern of OF_ITSELF[variant]) {
    const groups = pattern.exec(text)?.groups;
    const share = groups ? shareOf(groups) : null;
    if (groups && share !== null && share > 0 && share <= 3) {
      return { kind: "share", of: groups.side === "width" ? "width" : "height", share };
    }
  }
  const pixels = toNumber(PIXELS.exec(text)?.groups?.pixels ?? "0");
  return pixels > 0 && pixels <= 1000 ? { kind: "pixels", pixels } : { kind: "described" };
}

/** By the machine-checked rule, else by the text. */
export function clearSpaceOf({ rule, clear_space, variant }: LogoEntry): ClearSpace {
  const stated = rule?.clear_space;
  if (!stated) return measureClearSpace(clear_space, variant);
  const measurable = stated.of === "logo_height" || variant === "symbol";
  return measurable ? { kind: "share", of: "height", share: stated.share } : { kind: "described" };
}
