import { describe, expect, it } from "vitest";
import { addColor, type Colors, changeColor, moveColor, removeColor } from "@/lib/content";
import { paletteEntry } from "../../../support/documents";

const [a, b, c] = ["A", "B", "C"].map((name) => paletteEntry({ name })) as [Entry, Entry, Entry];
type Entry = ReturnType<typeof paletteEntry>;
const seed = { hex: "#2f5d50", harmony: "triadic" } as const;
const colors: Colors = { source: "generated", seed, palette: [a, b, c] };
const order = ({ palette }: Colors) => palette.map(({ name }) => name).join("");

describe("editing colours", () => {
  it("appends a colour, marks the palette as manual and keeps the seed", () => {
    const added = addColor(colors, paletteEntry({ name: "D" }));
    expect(added).toMatchObject({ source: "manual", seed });
    expect(order(added)).toBe("ABCD");
  });

  it("marks the palette as manual for a new hex, but not for a name, role, use or lock", () => {
    expect(changeColor(colors, { ...b, hex: "#000000" })).toMatchObject({ source: "manual" });
    const renamed = changeColor(colors, { ...b, name: "Bee", role: "text", usage: "Body", locked: true });
    expect(renamed.source).toBe("generated");
    expect(renamed.palette[1]).toEqual({ ...b, name: "Bee", role: "text", usage: "Body", locked: true });
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
