import { describe, expect, it } from "vitest";
import { colored } from "@/components/guide/part";
import { makeGuide } from "@/lib/api/docs/guide/pages";

const samples = makeGuide()
  .flatMap(({ lead, sections }) => [...lead, ...sections.flatMap(({ parts }) => parts)])
  .flatMap((part) => (part.kind === "samples" ? part.samples : []));

const kinds = (code: string, language: string) =>
  colored(code, language).flatMap(({ text, color }) => (color ? [[text, color]] : []));

describe("colours of code", () => {
  it("leave the text of every sample unchanged", () => {
    expect(samples.length).toBeGreaterThan(100);
    for (const { code, language } of samples)
      expect(
        colored(code, language)
          .map(({ text }) => text)
          .join(""),
      ).toBe(code);
  });

  it("are in every sample of a highlighted language", () => {
    const plain = samples.filter(({ code, language }) => kinds(code, language).length === 0);
    expect(plain.filter(({ language }) => ["ts", "python", "json", "sh"].includes(language))).toEqual([]);
  });

  it.each([
    ["ts", "const a = 'x // y'; // z", ["const", "'x // y'", "// z"]],
    ["python", 'if f"{a}" is None:  # why', ["if", 'f"{a}"', "is", "None", "# why"]],
    ["sh", "curl -X POST 'a # b' # c", ["curl", "-X", "'a # b'", "# c"]],
    ["json", '{ "a": "b", "c": 1.5, "d": null }', ['"a"', '"b"', '"c"', "1.5", '"d"', "null"]],
    ["text", "const a", []],
  ])("tell the words of %s apart", (language, code, wanted) => {
    expect(kinds(code, language).map(([text]) => text)).toEqual(wanted);
  });
});
