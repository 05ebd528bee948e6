import { expect, it } from "vitest";
import { wrapCode } from "@/lib/api/docs/api-document/parts/code-block";
import { exactJson, readableJson } from "@/lib/api/docs/guide/readable-json";
import { fieldRows, namedTypes, noteWords } from "@/lib/api/docs/guide/schema/field-rows";
import type { Components, JsonSchema } from "@/lib/api/docs/guide/schema/json-schema";

const components: Components = {
  Tool: { type: "object", description: "A tool", properties: { slug: { type: "string" } } },
  Alias: { $ref: "#/components/schemas/Tool", description: "Deprecated alias of `tool`", deprecated: true },
};

const rows = (properties: Record<string, JsonSchema>, required: string[] = []) =>
  fieldRows({ type: "object", properties, required }, components);

it("flattens nested objects and list entries to dotted fields, and links named types", () => {
  const point: JsonSchema = { type: "object", properties: { x: { type: "integer" } } };
  const found = rows(
    {
      point,
      points: { type: "array", items: point },
      tools: { type: "array", items: { $ref: "#/components/schemas/Tool" } },
    },
    ["tools"],
  );
  expect(found.map(({ name, type, required }) => [name, type, required])).toEqual([
    ["point", "object", false],
    ["point.x", "integer", false],
    ["points", "array of object", false],
    ["points[].x", "integer", false],
    ["tools", "array of [Tool](data-types.md#tool)", true],
  ]);
});

it("describes an alias in its own words and links its target", () => {
  expect(rows({ alias: { $ref: "#/components/schemas/Alias" } })).toEqual([
    { name: "alias", type: "[Tool](data-types.md#tool)", required: false, notes: "Deprecated alias of `tool`." },
  ]);
  expect(
    namedTypes({ ...components, Root: { properties: { alias: { $ref: "#/components/schemas/Alias" } } } }),
  ).toEqual(["Tool"]);
});

it("throws on a missing reference", () => {
  expect(() => rows({ gone: { $ref: "#/components/schemas/Gone" } })).toThrow("leads nowhere");
});

it.each<[JsonSchema, string]>([
  [{ type: "string", minLength: 1, maxLength: 100 }, "1 to 100 characters."],
  [{ type: "string", minLength: 1 }, "At least 1 character."],
  [
    { type: "array", maxItems: 20, items: { type: "string", maxLength: 2000 } },
    "At most 20 entries; each at most 2000 characters.",
  ],
  [
    { anyOf: [{ enum: ["owner", "viewer"] }, { const: "api-key" }], description: "Role" },
    "Role. One of `owner`, `viewer`, `api-key`.",
  ],
  [{ const: true }, "Always `true`."],
  [{ type: "object", default: {} }, "Default `{}`."],
  [{ type: "string", pattern: "^a$" }, "Matches `^a$`."],
  [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "At least 0."],
  [{ type: "string", deprecated: true, description: "Old" }, "**Deprecated.** Old."],
])("describes the constraints of %j", (schema, words) => {
  expect(noteWords(schema)).toBe(words);
});

it("breaks code at spaces if possible, and keeps every line within the limit", () => {
  expect(wrapCode("  curl one two three", 12)).toEqual(["  curl one", "    two", "    three"]);
  expect(wrapCode("x".repeat(30), 12).every((line) => line.length <= 12)).toBe(true);
  expect(wrapCode("a\n\nb", 12)).toEqual(["a", "", "b"]);
});

it("prints JSON that parses to the same value, and shortens long strings only for reading", () => {
  const value = { a: [1, { b: "x".repeat(90) }], empty: {}, none: [], text: 'a "quote"' };
  expect(JSON.parse(exactJson(value))).toEqual(value);
  expect(JSON.parse(readableJson(value)).a[1].b).toMatch(/^x{51}…x{12}$/);
});
