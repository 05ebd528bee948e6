import { NO_NUL } from "../../openapi/sizes";
import { slugOf } from "../read-page";
import { type Components, type JsonSchema, namedComponent, referredTo } from "./json-schema";

const typeLink = (name: string) => `[${name}](data-types.md#${slugOf(name)})`;

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;

/** A schema's type in words, with links to named types: `array of [Tool](data-types.md#tool)`. */
export function typeWords(schema: JsonSchema, components: Components): string {
  const name = referredTo(schema, components);
  if (name) return components[name]?.type === "object" ? typeLink(name) : typeWords(components[name] ?? {}, components);
  if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => typeWords(option, components)))].join(" or ");
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (schema.type === "array") return `array of ${typeWords(schema.items ?? {}, components)}`;
  const type = schema.type ?? (schema.const === undefined ? "any" : typeof schema.const);
  return schema.format ? `${type} (${schema.format})` : type;
}

function range(min: number | undefined, max: number | undefined, unit: string): string[] {
  const units = unit === "" ? "" : ` ${(max ?? min) === 1 ? unit.replace(/ies$/, "y").replace(/s$/, "") : unit}`;
  if (min !== undefined && max !== undefined) return [`${min} to ${max}${units}`];
  if (max !== undefined) return [`at most ${max}${units}`];
  if (min !== undefined) return [`at least ${min}${units}`];
  return [];
}

const isSafeBound = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function choices(schema: JsonSchema): unknown[] | null {
  if (schema.enum) return schema.enum;
  const options = schema.anyOf?.map((option) => (option.const === undefined ? choices(option) : [option.const]));
  return options?.every((option) => option !== null) ? options.flat() : null;
}

/** A schema's constraints in words; each alternative of a union adds its own. */
function constraintWords(schema: JsonSchema): string[] {
  const { minimum, maximum } = schema;
  const values = choices(schema);
  return [
    ...(schema.const === undefined ? [] : [`always ${code(schema.const)}`]),
    ...(values ? [`one of ${values.map((value) => `\`${value}\``).join(", ")}`] : []),
    ...range(schema.minLength, schema.maxLength, "characters"),
    ...range(isSafeBound(minimum) ? minimum : undefined, isSafeBound(maximum) ? maximum : undefined, ""),
    ...range(schema.minItems, schema.maxItems, "entries"),
    ...(schema.pattern && schema.pattern !== NO_NUL && !schema.format && !schema.description
      ? [`matches \`${schema.pattern}\``]
      : []),
    ...(schema.default === undefined ? [] : [`default ${code(schema.default)}`]),
    ...(values ? [] : (schema.anyOf ?? []).flatMap(constraintWords)),
    ...(schema.items && !schema.items.properties ? constraintWords(schema.items).map((words) => `each ${words}`) : []),
  ];
}

export function noteWords(schema: JsonSchema): string {
  const constraints = constraintWords(schema).join("; ");
  const sentence = constraints === "" ? "" : `${constraints.charAt(0).toUpperCase()}${constraints.slice(1)}.`;
  const description = schema.description ? schema.description.replace(/([^.!?])$/, "$1.") : "";
  const deprecated = schema.deprecated && !description.startsWith("Deprecated") ? "**Deprecated.**" : "";
  return [deprecated, description, sentence].filter((part) => part !== "").join(" ");
}

/** A row in a table of fields. `type` and `notes` may contain inline links and code. */
export interface FieldRow {
  /** Dotted path; `[]` means each entry of a list. */
  name: string;
  type: string;
  required: boolean;
  notes: string;
}

function nestedObject(schema: JsonSchema): { mark: string; object: JsonSchema } | null {
  if (schema.properties) return { mark: "", object: schema };
  if (schema.items?.properties) return { mark: "[]", object: schema.items };
  return null;
}

function described(field: JsonSchema, components: Components): JsonSchema {
  if (!field.$ref) return field;
  const { properties, required, ...said } = namedComponent(field.$ref, components).component;
  return { ...said, ...field };
}

/** Fields of an object and its unnamed objects. Named types have their own tables. */
export function fieldRows(schema: JsonSchema, components: Components, prefix = ""): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const nested = nestedObject(field);
    const row = {
      name: path,
      type: typeWords(field, components),
      required: schema.required?.includes(name) ?? false,
      notes: noteWords(described(field, components)),
    };
    return [row, ...(nested ? fieldRows(nested.object, components, `${path}${nested.mark}.`) : [])];
  });
}

export function rootObjects(schema: JsonSchema, components: Components): { name: string | null; object: JsonSchema }[] {
  if (schema.anyOf) return schema.anyOf.flatMap((option) => rootObjects(option, components));
  const name = referredTo(schema, components);
  return [{ name, object: name ? (components[name] ?? {}) : schema }];
}

function referencesIn(node: unknown): JsonSchema[] {
  if (typeof node !== "object" || node === null) return [];
  const own = "$ref" in node ? [node as JsonSchema] : [];
  return [...own, ...Object.values(node).flatMap(referencesIn)];
}

export function namedTypes(components: Components): string[] {
  const names = Object.values(components)
    .flatMap((component) => referencesIn(component))
    .map((reference) => referredTo(reference, components))
    .filter((name): name is string => name !== null && components[name]?.type === "object");
  return [...new Set(names)];
}
