import { type Components, type JsonSchema, namedComponent, referredTo } from "./json-schema";
import { noteWords, typeWords } from "./words";

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
