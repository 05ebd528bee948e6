import type { FoundationGroup } from "@/lib/contract";
import type { StoredDuration, StoredFoundations, StoredLength } from "../document/foundations";

export type TokenValue<Group extends FoundationGroup> = NonNullable<StoredFoundations[Group]>[string];
export type NamedToken<Group extends FoundationGroup> = [name: string, value: TokenValue<Group>];

/** What a browser takes a `rem` for while nobody says otherwise. */
const REM_PX = 16;

export const toPx = ({ value, unit }: StoredLength): number => (unit === "rem" ? value * REM_PX : value);
export const toMs = ({ value, unit }: StoredDuration): number => (unit === "s" ? value * 1000 : value);

/** What tokens of a group are in order of; those of equal size go by their names. */
const SIZES: { [Group in FoundationGroup]: (value: TokenValue<Group>) => number } = {
  spacing: toPx,
  radius: toPx,
  border: ({ width }) => toPx(width),
  shadow: (layers) => Math.max(...layers.map(({ blur, offsetY }) => toPx(blur) + Math.abs(toPx(offsetY)))),
  duration: toMs,
  easing: () => 0,
  transition: ({ duration }) => toMs(duration),
};

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** The tokens of a group from the smallest to the largest: the database keeps names in an order of its own. */
export function tokensOf<Group extends FoundationGroup>(
  foundations: StoredFoundations | undefined,
  group: Group,
): NamedToken<Group>[] {
  const tokens = Object.entries(foundations?.[group] ?? {}) as NamedToken<Group>[];
  const size = SIZES[group];
  return tokens.sort(([a, one], [b, other]) => size(one) - size(other) || byText(a, b));
}
