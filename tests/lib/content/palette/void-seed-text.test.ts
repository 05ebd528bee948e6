import { expect, it } from "vitest";
import { voidSeedText } from "@/lib/content";
import { paletteEntry } from "@/tests/support/documents";

const entry = (role: "primary" | "accent" | "text", locked: boolean, hex = "#0f766e") =>
  paletteEntry({ role, locked, hex, name: role === "primary" ? "Pine" : "Gorse" });

it("says that a locked primary colour decides instead of the seed, and that others set the hues", () => {
  expect(voidSeedText([entry("accent", true), entry("primary", true)])).toBe(
    '"Pine" is locked, so this colour has no effect.',
  );
  expect(voidSeedText([entry("accent", true), entry("primary", false)])).toBe(
    '"Gorse" is locked and sets the hues. This colour only sets lightness and strength.',
  );
});

it("is null if the seed decides: without a lock, with a locked grey or text colour, in a new palette", () => {
  for (const entries of [[entry("primary", false)], [entry("primary", true, "#808080")], [entry("text", true)], []])
    expect(voidSeedText(entries)).toBeNull();
});
