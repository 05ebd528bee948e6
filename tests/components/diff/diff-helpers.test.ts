import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { uniqueKeys, valueText } from "@/components/diff/value-text";
import { readAt, writeAt } from "@/components/identity/identity-text";
import { toneInWords, toneText } from "@/lib/publishing";
import { diffList, diffText } from "@/lib/publishing/identity/value-diff";

/** Words, each with the separator after it. */
const words = (length: { minLength?: number; maxLength?: number }) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom("mend", "what", "is", "broken", "ümlaut", "40"),
        fc.constantFrom(" ", ", ", ".\n", " 🧵 ", "  "),
      ),
      length,
    )
    .map((pairs) => pairs.map((pair) => pair.join("")));

describe("diffText", () => {
  it("keeps both texts, whatever was added or removed", () => {
    fc.assert(
      fc.property(words({ minLength: 4 }), words({ maxLength: 4 }), fc.nat(), fc.boolean(), (kept, more, at, came) => {
        const longer = kept.toSpliced(at % (kept.length + 1), 0, ...more);
        const [before, after] = (came ? [kept, longer] : [longer, kept]).map((all) => all.join(""));
        // Half of the words are shared, enough to compare word by word.
        const runs = diffText(before ?? "", after ?? "") ?? [];
        const join = (kind: string) =>
          runs.flatMap((run) => (run.kind === "same" || run.kind === kind ? [run.text] : [])).join("");
        expect(join("removed")).toBe(before);
        expect(join("added")).toBe(after);
      }),
    );
  });

  it("marks only the words that differ", () => {
    expect(diffText("State the uncertainty.", "State the uncertainty, always.")).toEqual([
      { kind: "same", text: "State the uncertainty" },
      { kind: "added", text: ", always" },
      { kind: "same", text: "." },
    ]);
  });

  it("doesn't compare word by word when few words match or a text is very long", () => {
    expect(diffText("Made to be mended", "Fresh from the harbour")).toBeNull();
    expect(diffText("a b c d e f g h", "h g f e d c b a")).toBeNull();
    expect(diffText("a b ".repeat(1000), "a b ".repeat(1000))).toBeNull();
  });
});

describe("diffList", () => {
  const sameName = (a: { name: string }, b: { name: string }) => a.name === b.name;

  it("pairs similar entries and lists added and removed ones", () => {
    const before = [
      { name: "a", text: "1" },
      { name: "b", text: "2" },
      { name: "c", text: "3" },
    ];
    const after = [
      { name: "c", text: "3" },
      { name: "a", text: "changed" },
      { name: "d", text: "4" },
    ];
    expect(diffList(before, after, sameName)).toEqual([
      { kind: "same", value: before[2] },
      { kind: "changed", before: before[0], after: after[1] },
      { kind: "added", value: after[2] },
      { kind: "removed", value: before[1] },
    ]);
  });

  it("counts duplicates separately", () => {
    const kinds = diffList(["x", "x"], ["x", "x", "x"], () => false).map((entry) => entry.kind);
    expect(kinds).toEqual(["same", "same", "added"]);
  });
});

describe("values in words", () => {
  it("names a tone by its end and strength", () => {
    expect(toneText("humor", 2)).toBe("Very funny");
    expect(toneText("formality", -1)).toBe("Rather casual");
    expect(toneText("enthusiasm", 0)).toBe("Between matter-of-fact and enthusiastic");
    expect(toneInWords({ enthusiasm: 1, formality: -2 })).toEqual(["Very casual", "Rather enthusiastic"]);
    expect(valueText("irreverence", -2)).toBe("−2 · Very respectful");
  });

  it("describes levels, locks, sizes and files, and leaves texts unchanged", () => {
    expect(valueText("sincerity", 4)).toBe("4 of 5");
    expect(valueText("locked", true)).toBe("Locked");
    expect(valueText("variant", "logo_positive")).toBe("Positive logo");
    const file = { mime: "image/png", bytes: 1536, width: 64, height: 48, sha256: "ab12cd34ef" };
    expect(valueText("file", file)).toBe("image/png, 64 × 48 px, 1.5 KB (ab12cd34)");
    expect(valueText("tagline", "symbol")).toBeNull();
  });

  it("gives every text a unique key", () => {
    expect(uniqueKeys(["a", "b", "a", "a"])).toEqual(["a", "b", "a (2)", "a (3)"]);
  });
});

describe("values by path", () => {
  const root = { brand: { tags: ["a", "b"], name: "x" }, persona: { tone: {} } };

  it("are read, and undefined where the path doesn't exist", () => {
    expect(readAt(root, ["brand", "tags", 1])).toBe("b");
    expect(readAt(root, ["brand", "name", "first"])).toBeUndefined();
  });

  it("are written into a copy that shares everything off the path", () => {
    const next = writeAt(root, ["brand", "tags", "0"], "z");
    expect(next).toEqual({ brand: { tags: ["z", "b"], name: "x" }, persona: { tone: {} } });
    expect(readAt(next, ["persona"])).toBe(root.persona);
    expect(root.brand.tags).toEqual(["a", "b"]);
  });

  it("create missing parents, and remove a key or entry for undefined", () => {
    expect(writeAt({}, ["a", "b"], 1)).toEqual({ a: { b: 1 } });
    expect(writeAt({ a: { b: 1, c: 2 } }, ["a", "b"], undefined)).toEqual({ a: { c: 2 } });
    expect(writeAt({ list: [1, 2] }, ["list", 0], undefined)).toEqual({ list: [2] });
  });
});
