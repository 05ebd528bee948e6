import { z } from "zod";
import type { CreateDocumentOptions } from "zod-openapi";
import { NO_NUL, SIZES } from "./sizes";

type Override = NonNullable<CreateDocumentOptions["override"]>;
type OverrideContext = Parameters<Extract<Override, (...args: never[]) => unknown>>[0];

/** A transform has no JSON Schema of its own; those of the contract keep the type, as the lower-casing of a UUID does. */
function renderTransformAsItsInput({ jsonSchema, zodSchema, io }: OverrideContext): void {
  const { def } = zodSchema._zod;
  if (io !== "output" || def.type !== "pipe" || def.out._zod.def.type !== "transform") return;
  const { $schema, ...input } = z.toJSONSchema(def.in as z.ZodType, { io: "input" });
  const own = { ...jsonSchema };
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, input, own);
}

/** A field's `deprecated` would stand on the component alone, where readers of the object do not look. */
function markDeprecatedFields({ jsonSchema, zodSchema }: OverrideContext): void {
  const { def } = zodSchema._zod;
  if (def.type !== "object") return;
  for (const [name, field] of Object.entries(def.shape)) {
    const property = jsonSchema.properties?.[name];
    if (typeof property === "object" && z.globalRegistry.get(field)?.deprecated) property.deprecated = true;
  }
}

/** What `format: uuid` says already. */
const SAID_BY_FORMAT = ["must be a UUID"];

/** The rules of a schema that only words can say, as its own error messages word them: "must be a date that exists". */
function ruleTexts({ zodSchema }: OverrideContext): string[] {
  return (zodSchema._zod.def.checks ?? []).flatMap((check) => {
    const message = check._zod.def.error as ((issue: unknown) => unknown) | undefined;
    const text = message?.({});
    return typeof text === "string" && !SAID_BY_FORMAT.includes(text) ? [text.replace(/^must be /, "")] : [];
  });
}

function describeRules(context: OverrideContext): void {
  const { jsonSchema } = context;
  const rules = ruleTexts(context).join("; ");
  const described = jsonSchema.description ?? "";
  // A clone of a schema (one with a description of its own) has the rules of its parent, and may have its words too.
  if (rules === "" || described.includes(rules.slice(1))) return;
  const sentence = `${rules.charAt(0).toUpperCase()}${rules.slice(1)}.`;
  jsonSchema.description = described === "" ? sentence : `${described.replace(/\.?$/, ".")} ${sentence}`;
}

const UUID_LENGTH = 36;
const INT32 = 2 ** 31;

/** One character, an escaped one or a class of them, perhaps so many times: what patterns without a choice are made of. */
const PART = /(?:\[[^\]]*\]|\\.|[^\\[\](){}*+?|^$.])(?:\{(?:\d+,)?(\d+)\})?/g;

/** The most characters that a pattern lets through, if it consists of such parts alone. */
function longestOf(pattern: string): number | undefined {
  const parts = [...pattern.matchAll(PART)];
  if (`^${parts.map(([part]) => part).join("")}$` !== pattern) return undefined;
  return parts.reduce((total, [, times = "1"]) => total + Number(times), 0);
}

/** What a pattern says already of a text's length, and a range of a number's size, for readers that reserve room by it. */
function sayHowLarge({ jsonSchema }: OverrideContext): void {
  const { type, pattern, format, maximum } = jsonSchema;
  if (type === "string" && jsonSchema.maxLength === undefined) {
    const longest = format === "uuid" ? UUID_LENGTH : typeof pattern === "string" ? longestOf(pattern) : undefined;
    if (longest !== undefined) jsonSchema.maxLength = longest;
  }
  if (type === "integer") jsonSchema.format = typeof maximum === "number" && maximum < INT32 ? "int32" : "int64";
}

type JsonSchema = OverrideContext["jsonSchema"];

/** The part of a schema that a path names: `logos.rules[]` is each entry of a list, `spacing{}` each name in a record. @throws Error where there is none */
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

/** That the names of an object are text goes without saying, in JSON. */
function dropIdleNames({ jsonSchema }: OverrideContext): void {
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}

/** What the hub gives out is no larger, and text is what can be stored. */
function sayWhatFits({ jsonSchema, zodSchema, io }: OverrideContext): void {
  const { id = "" } = z.globalRegistry.get(zodSchema) ?? {};
  for (const [path, size] of Object.entries(SIZES[id] ?? {})) Object.assign(partAt(jsonSchema, path), size);
  const says = ["format", "pattern", "enum", "const"].some((word) => word in jsonSchema);
  if (io === "output" && jsonSchema.type === "string" && !says) jsonSchema.pattern = NO_NUL;
}

/** Mends what the conversion alone would render so that OpenAPI 3.1 readers, or the contract's promises, would be misled. */
export function overrideSchema(context: OverrideContext): void {
  renderTransformAsItsInput(context);
  markDeprecatedFields(context);
  describeRules(context);
  const { jsonSchema, zodSchema, io } = context;
  const { def } = zodSchema._zod;
  // Readers tolerate keys they do not know, so an answer's schema must not forbid them.
  if (io === "output" && def.type === "object" && !def.catchall) delete jsonSchema.additionalProperties;
  // A number in a path or query is a string on the wire: its pattern says nothing once it is typed as a number.
  if (jsonSchema.type === "integer" && "pattern" in jsonSchema) {
    delete jsonSchema.pattern;
    jsonSchema.minimum ??= 0;
    jsonSchema.maximum ??= 999_999_999_999_999;
  }
  sayHowLarge(context);
  dropIdleNames(context);
  sayWhatFits(context);
  // `example` is deprecated since 3.1 (JSON Schema 2020-12 has `examples`).
  if ("example" in jsonSchema) {
    jsonSchema.examples = [jsonSchema.example];
    delete jsonSchema.example;
  }
}

/** Drops what the conversion leaves beside a reference to a schema that the override above has changed: it would forbid every key. */
export function tidyReferences(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  if ("$ref" in node && "additionalProperties" in node) delete node.additionalProperties;
  for (const value of Object.values(node)) tidyReferences(value);
}
