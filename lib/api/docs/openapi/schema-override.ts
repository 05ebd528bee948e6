import { z } from "zod";
import type { CreateDocumentOptions } from "zod-openapi";
import { NO_NUL, SIZES } from "./sizes";

type Override = NonNullable<CreateDocumentOptions["override"]>;
type OverrideContext = Parameters<Extract<Override, (...args: never[]) => unknown>>[0];

/** A transform has no JSON Schema. The contract's transforms keep the type, such as lower-casing a UUID. */
function renderTransformAsItsInput({ jsonSchema, zodSchema, io }: OverrideContext): void {
  const { def } = zodSchema._zod;
  if (io !== "output" || def.type !== "pipe" || def.out._zod.def.type !== "transform") return;
  const { $schema, ...input } = z.toJSONSchema(def.in as z.ZodType, { io: "input" });
  const own = { ...jsonSchema };
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, input, own);
}

/** `deprecated` on the component alone would be missed by readers of the object. */
function markDeprecatedFields({ jsonSchema, zodSchema }: OverrideContext): void {
  const { def } = zodSchema._zod;
  if (def.type !== "object") return;
  for (const [name, field] of Object.entries(def.shape)) {
    const property = jsonSchema.properties?.[name];
    if (typeof property === "object" && z.globalRegistry.get(field)?.deprecated) property.deprecated = true;
  }
}

/** Redundant with `format: uuid`. */
const IMPLIED_BY_FORMAT = ["must be a UUID"];

/** Rules that only words can express, from error messages: "must be a date that exists". */
function ruleTexts({ zodSchema }: OverrideContext): string[] {
  return (zodSchema._zod.def.checks ?? []).flatMap((check) => {
    const message = check._zod.def.error as ((issue: unknown) => unknown) | undefined;
    const text = message?.({});
    return typeof text === "string" && !IMPLIED_BY_FORMAT.includes(text) ? [text.replace(/^must be /, "")] : [];
  });
}

function describeRules(context: OverrideContext): void {
  const { jsonSchema } = context;
  const rules = ruleTexts(context).join("; ");
  const described = jsonSchema.description ?? "";
  // A clone of a schema (one with its own description) has its parent's rules, and maybe its words.
  if (rules === "" || described.includes(rules.slice(1))) return;
  const sentence = `${rules.charAt(0).toUpperCase()}${rules.slice(1)}.`;
  jsonSchema.description = described === "" ? sentence : `${described.replace(/\.?$/, ".")} ${sentence}`;
}

const UUID_LENGTH = 36;
const INT32 = 2 ** 31;

/** One character, escape or class, possibly repeated: the parts of patterns without alternatives. */
const PART = /(?:\[[^\]]*\]|\\.|[^\\[\](){}*+?|^$.])(?:\{(?:\d+,)?(\d+)\})?/g;

/** The maximum length that a pattern allows, if it has only such parts. */
function longestOf(pattern: string): number | undefined {
  const parts = [...pattern.matchAll(PART)];
  if (`^${parts.map(([part]) => part).join("")}$` !== pattern) return undefined;
  return parts.reduce((total, [, times = "1"]) => total + Number(times), 0);
}

/** Adds lengths implied by patterns and sizes implied by ranges, for readers that reserve memory. */
function addSizes({ jsonSchema }: OverrideContext): void {
  const { type, pattern, format, maximum } = jsonSchema;
  if (type === "string" && jsonSchema.maxLength === undefined) {
    const longest = format === "uuid" ? UUID_LENGTH : typeof pattern === "string" ? longestOf(pattern) : undefined;
    if (longest !== undefined) jsonSchema.maxLength = longest;
  }
  if (type === "integer") jsonSchema.format = typeof maximum === "number" && maximum < INT32 ? "int32" : "int64";
}

type JsonSchema = OverrideContext["jsonSchema"];

/**
 * The subschema at a path: `logos.rules[]` is each list entry, `spacing{}` each value of a record.
 * @throws Error if there is none
 */
function partAt(schema: JsonSchema, path: string): JsonSchema {
  const part = path.split(".").reduce<JsonSchema | undefined>((node, step) => {
    const field = node?.properties?.[step.replace(/\[\]|\{\}/, "")] as JsonSchema | undefined;
    if (step.endsWith("{}")) return field?.propertyNames as JsonSchema | undefined;
    return step.endsWith("[]") ? (field?.items as JsonSchema | undefined) : field;
  }, schema);
  const text = (part?.anyOf as JsonSchema[] | undefined)?.find(({ type }) => type === "string");
  if (!part) throw new Error(`A description has no field ${path}.`);
  return text ?? part;
}

/** Removes the statement that property names are strings. */
function dropIdleNames({ jsonSchema }: OverrideContext): void {
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}

/** Adds the hub's own limits to responses, and to text what can be stored. */
function addLimits({ jsonSchema, zodSchema, io }: OverrideContext): void {
  const { id = "" } = z.globalRegistry.get(zodSchema) ?? {};
  for (const [path, size] of Object.entries(SIZES[id] ?? {})) Object.assign(partAt(jsonSchema, path), size);
  const says = ["format", "pattern", "enum", "const"].some((word) => word in jsonSchema);
  if (io === "output" && jsonSchema.type === "string" && !says) jsonSchema.pattern = NO_NUL;
}

/** Corrects conversions that would mislead OpenAPI 3.1 readers or break the contract's promises. */
export function overrideSchema(context: OverrideContext): void {
  renderTransformAsItsInput(context);
  markDeprecatedFields(context);
  describeRules(context);
  const { jsonSchema, zodSchema, io } = context;
  const { def } = zodSchema._zod;
  // Readers tolerate unknown keys, so a response's schema must not forbid them.
  if (io === "output" && def.type === "object" && !def.catchall) delete jsonSchema.additionalProperties;
  // A number in a path or query is a string on the wire; its pattern is meaningless for an integer type.
  if (jsonSchema.type === "integer" && "pattern" in jsonSchema) {
    delete jsonSchema.pattern;
    jsonSchema.minimum ??= 0;
    jsonSchema.maximum ??= 999_999_999_999_999;
  }
  addSizes(context);
  dropIdleNames(context);
  addLimits(context);
  // `example` is deprecated since 3.1 (JSON Schema 2020-12 has `examples`).
  if ("example" in jsonSchema) {
    jsonSchema.examples = [jsonSchema.example];
    delete jsonSchema.example;
  }
}

/** Removes `additionalProperties` left next to a reference, which would forbid every key. */
export function tidyReferences(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("$ref" in node && "additionalProperties" in node) delete node.additionalProperties;
  for (const value of Object.values(node)) tidyReferences(value);
}
