import type { FoundationGroup } from "@/lib/contract";
import type { StoredEasing, StoredFoundations, StoredShadowLayer } from "../document/foundations";
import type { TokenValue } from "./tokens";

const px = (value: number) => ({ value, unit: "px" as const });
const ms = (value: number) => ({ value, unit: "ms" as const });
const shadow = (offset: number, blur: number, alpha: number): StoredShadowLayer => ({
  color: { hex: "#000000", alpha },
  offsetX: px(0),
  offsetY: px(offset),
  blur: px(blur),
  spread: px(0),
  inset: false,
});
const border = (width: number) => ({
  color: { hex: "#d4d4d8", alpha: 1 },
  width: px(width),
  style: "solid" as const,
});
const STANDARD: StoredEasing = [0.2, 0, 0, 1];
const ENTER: StoredEasing = [0, 0, 0, 1];
const EXIT: StoredEasing = [0.3, 0, 1, 1];
const transition = (duration: number, timingFunction: StoredEasing) => ({
  duration: ms(duration),
  delay: ms(0),
  timingFunction,
});

export const startingTokens = (): Required<StoredFoundations> => ({
  spacing: { xs: px(4), sm: px(8), md: px(16), lg: px(24), xl: px(40), "2xl": px(64) },
  radius: { none: px(0), sm: px(4), md: px(8), lg: px(16), full: px(999) },
  border: { hairline: border(1), strong: border(2) },
  shadow: {
    low: [shadow(1, 2, 0.12)],
    mid: [shadow(4, 12, 0.14)],
    high: [shadow(12, 32, 0.18), shadow(2, 6, 0.1)],
  },
  duration: { quick: ms(120), normal: ms(220), slow: ms(400) },
  easing: { standard: STANDARD, enter: ENTER, exit: EXIT },
  transition: { enter: transition(220, ENTER), exit: transition(160, EXIT), move: transition(300, STANDARD) },
});

const FIRST: { [Group in FoundationGroup]: string } = {
  spacing: "md",
  radius: "md",
  border: "hairline",
  shadow: "low",
  duration: "normal",
  easing: "standard",
  transition: "move",
};

export const startingToken = <Group extends FoundationGroup>(group: Group): TokenValue<Group> =>
  (startingTokens()[group] as Record<string, TokenValue<Group>>)[FIRST[group]] as TokenValue<Group>;
