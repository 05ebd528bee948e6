import { FOUNDATION_GROUPS, type FoundationGroup } from "@/lib/contract";
import type { StoredDuration, StoredFoundations, StoredLength, StoredTokenColor } from "../document/foundations";
import { type TokenValue, tokensOf } from "./tokens-of";

export const GROUP_NAMES: Readonly<Record<FoundationGroup, string>> = {
  spacing: "Spacing",
  radius: "Radius",
  border: "Borders",
  shadow: "Shadows",
  duration: "Durations",
  easing: "Easings",
  transition: "Transitions",
};

const number = (value: number): string => String(value).replace("-", "−");
const measure = ({ value, unit }: StoredLength | StoredDuration): string => `${number(value)} ${unit}`;
const color = ({ hex, alpha }: StoredTokenColor): string =>
  alpha === 1 ? hex : `${hex} at ${Number((alpha * 100).toFixed(1))} %`;
const curve = (points: readonly number[]): string => `along ${points.map(number).join(", ")}`;

const TEXTS: { [Group in FoundationGroup]: (value: TokenValue<Group>) => string } = {
  spacing: measure,
  radius: measure,
  border: (value) => `${measure(value.width)} ${value.style}, ${color(value.color)}`,
  shadow: (layers) =>
    layers
      .map(({ offsetX, offsetY, blur, spread, inset, ...layer }) =>
        [
          `${measure(offsetX)} across, ${measure(offsetY)} down, blurred ${measure(blur)}`,
          spread.value !== 0 && `spread ${measure(spread)}`,
          color(layer.color),
          inset && "inside",
        ]
          .filter(Boolean)
          .join(", "),
      )
      .join("; "),
  duration: measure,
  easing: curve,
  transition: ({ duration, delay, timingFunction }) =>
    [measure(duration), delay.value > 0 && `after ${measure(delay)}`, curve(timingFunction)].filter(Boolean).join(", "),
};

/** A token's value in one line: `8 px`, `1 px solid, #d4d4d8`, `200 ms, along 0.2, 0, 0, 1`. */
export const tokenText = <Group extends FoundationGroup>(group: Group, value: TokenValue<Group>): string =>
  TEXTS[group](value);

/** Foundations for people, without a format: each group with its tokens. */
export const foundationsInWords = (foundations: StoredFoundations | undefined) =>
  FOUNDATION_GROUPS.map((group) => ({
    name: GROUP_NAMES[group],
    tokens: tokensOf(foundations, group).map(([name, value]) => ({ name, text: tokenText(group, value) })),
  })).filter(({ tokens }) => tokens.length > 0);
