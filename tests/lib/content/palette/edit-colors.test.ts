import { describe, expect, it } from "vitest";
import { addColor, type Colors, changeColor, moveColor, removeColor } from "@/lib/content";
import { paletteEntry } from "../../../support/documents";

const [a, b, c] = ["A", "B", "C"].map((name) => paletteEntry({ name })) as [Entry, Entry, Entry];
type Entry = ReturnType<typeof paletteEntry>;
const seed = { hex: "#2f5d50", harmony: "triadic" } as const;
const colors: Colors = { source: "generated", seed, palette: [a, b, c] };
const order = ({ palette }: Colors) => palette.map(({ name }) => name).join("");

describe("editing colours", () => {
  it("appends a colour and keeps how the palette began", () => {
    const added = addColor(colors, paletteEntry({ name: "D" }));
    expect(added).toMatchObject({ source: "generated", seed });
    expect(order(added)).toBe("ABCD");
  });

  it("changes one colour and nothing else", () => {
    const changed = { ...b, name: "Bee", role: "text", hex: "#000000", usage: "Body", locked: true } as const;
    expect(changeColor(colors, changed)).toEqual({ ...colors, palette: [a, changed, c] });
  });

  it("removes one colour and keeps the order", () => {
    expect(order(removeColor(colors, b.id))).toBe("AC");
  });

  it.each([
    [a.id, 1, "BAC"],
    [a.id, 2, "BCA"],
    [c.id, 0, "CAB"],
    [c.id, -1, "CAB"],
    [a.id, 9, "BCA"],
    [b.id, 1, "ABC"],
  ])("moves a colour to a position, clamped to the ends (%#)", (id, place, expected) => {
    expect(order(moveColor(colors, id, place))).toBe(expected);
  });

  it("changes nothing if the colour was removed", () => {
    const gone = paletteEntry();
    expect(changeColor(colors, gone)).toBe(colors);
    expect(moveColor(colors, gone.id, 0)).toBe(colors);
    expect(removeColor(colors, gone.id)).toEqual(colors);
  });
});
