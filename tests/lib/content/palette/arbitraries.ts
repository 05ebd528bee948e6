import fc from "fast-check";
import { HARMONIES, type PaletteEntry } from "@/lib/content";
import { COLOR_ROLES } from "@/lib/contract";

/** Any colour, with greys and the edges of the gamut far more often than by chance. */
export const anyHex: fc.Arbitrary<string> = fc
  .oneof(
    fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
    fc.nat(255).map((level) => [level, level, level]),
    fc.tuple(fc.constantFrom(0, 1, 254, 255), fc.constantFrom(0, 128, 255), fc.constantFrom(0, 127, 255)),
  )
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`);

export const anySeed = fc.record({ hex: anyHex, harmony: fc.constantFrom(...HARMONIES) });

function entriesOf(roles: readonly PaletteEntry["role"][]): fc.Arbitrary<PaletteEntry[]> {
  return fc.tuple(
    ...roles.map((role, index) =>
      fc.record({
        id: fc.constant(`entry-${index}`),
        name: fc.constant(`Colour ${index}`),
        role: fc.constant(role),
        hex: anyHex,
        usage: fc.constant("As it stands."),
        locked: fc.boolean(),
      }),
    ),
  );
}

/** One entry per role, any of them locked. */
export const anyFullPalette = entriesOf(COLOR_ROLES);

/** Roles with a required contrast and up to three backgrounds, any of them locked. */
export const anyContrastPalette = fc
  .integer({ min: 1, max: 3 })
  .chain((backgrounds) =>
    entriesOf(["primary", "accent", "text", ...Array.from({ length: backgrounds }, () => "background" as const)]),
  );

/** Any roles in any order and number, any of them locked. */
export const anyPalette = fc
  .array(fc.constantFrom(...COLOR_ROLES), { minLength: 1, maxLength: 14 })
  .chain((roles) => entriesOf(roles));

/** Sequential ids, restarting with each call. */
export function countingIds(): () => string {
  let next = 0;
  return () => `new-${next++}`;
}

/** For calls that must not create an id. */
export function noNewId(): string {
  throw new Error("an id was made for a palette that has its entries");
}
