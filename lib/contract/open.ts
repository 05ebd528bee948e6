// SPDX-License-Identifier: MIT
import { z } from "zod";

type IsUnion<Value, Whole = Value> = Value extends Whole ? ([Whole] extends [Value] ? false : true) : never;
type OpenText<Text extends string> = [Text] extends [never]
  ? never
  : string extends Text
    ? Text
    : IsUnion<Text> extends true
      ? Text | (string & {})
      : Text;
type OpenRest<Value> = Value extends readonly (infer Entry)[]
  ? Open<Entry>[]
  : Value extends object
    ? { [Key in keyof Value]: Open<Value[Key]> }
    : Value;

/**
 * A type for readers: a union of strings also allows later strings. Editors still suggest the known ones.
 * Later keys aren't in the type. `"key" in value` narrows to them.
 */
export type Open<Value> = OpenText<Extract<Value, string>> | OpenRest<Exclude<Value, string>>;

/** The hub writes exactly what is declared (`z.input`). Readers also accept later additions (`z.output`). */
export type OpenSchema<Schema extends z.ZodType> = z.ZodType<Open<z.output<Schema>>, z.input<Schema>>;

const declarations = new WeakMap<z.ZodType, z.ZodType>();

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** zod types nested schemas as their core alone. */
const inner = (schema: unknown): z.ZodType => schema as z.ZodType;

/** The hub can raise maximum lengths, so readers ignore them. */
function withoutMaximum(schema: z.ZodString): z.ZodType {
  const checks = schema.def.checks?.filter((check) => check._zod.def.check !== "max_length") ?? [];
  return schema.clone({ ...schema.def, checks });
}

function opened(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const entries = Object.entries(schema.shape).map(([key, entry]) => [key, opened(inner(entry))]);
    return z.looseObject(Object.fromEntries(entries));
  }
  if (schema instanceof z.ZodArray) return z.array(opened(inner(schema.element)));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), opened(inner(schema.valueType)));
  if (schema instanceof z.ZodOptional) return opened(inner(schema.unwrap())).optional();
  if (schema instanceof z.ZodNullable) return opened(inner(schema.unwrap())).nullable();
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => opened(inner(option))));
  if (schema instanceof z.ZodEnum) return z.string();
  return schema instanceof z.ZodString ? withoutMaximum(schema) : schema;
}

/**
 * Returns the schema for readers: it allows unknown enum values, unknown keys and longer values.
 * Types, formats, ranges and required keys still apply.
 */
export function open<Schema extends z.ZodType>(declaration: Schema): OpenSchema<Schema> {
  const schema = opened(declaration);
  declarations.set(schema, declaration);
  return schema as OpenSchema<Schema>;
}

/** Returns the exact schema behind an open one. Other schemas return themselves. */
export function declared<Output, Input>(schema: z.ZodType<Output, Input>): z.ZodType<Input, Input> {
  return (declarations.get(schema) ?? schema) as z.ZodType<Input, Input>;
}

/** A key or enum value that this kit doesn't know. */
export interface Unknown {
  /** JSON Pointer (RFC 6901), such as `/assets/3/kind`. */
  path: string;
  value: unknown;
}

const pointer = (path: string, key: string | number): string =>
  `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

function unknownsAt(path: string, value: unknown, schema: z.ZodType): Unknown[] {
  if (schema instanceof z.ZodObject && isRecord(value)) {
    const shape: Record<string, unknown> = schema.shape;
    return Object.entries(value).flatMap(([key, entry]) => {
      const at = pointer(path, key);
      if (Object.hasOwn(shape, key)) return unknownsAt(at, entry, inner(shape[key]));
      // A declared catchall accepts every key.
      return schema.def.catchall ? [] : [{ path: at, value: entry }];
    });
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((entry, index) => unknownsAt(pointer(path, index), entry, inner(schema.element)));
  if (schema instanceof z.ZodRecord && isRecord(value))
    return Object.entries(value).flatMap(([key, entry]) =>
      unknownsAt(pointer(path, key), entry, inner(schema.valueType)),
    );
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return value === undefined || value === null ? [] : unknownsAt(path, value, inner(schema.unwrap()));
  if (schema instanceof z.ZodUnion) {
    const fitting = schema.options.map(inner).filter((option) => opened(option).safeParse(value).success);
    const [fewest = []] = fitting.map((option) => unknownsAt(path, value, option)).sort((a, b) => a.length - b.length);
    return fewest;
  }
  if (schema instanceof z.ZodEnum) return schema.safeParse(value).success ? [] : [{ path, value }];
  return [];
}

/** Lists the values and keys of a response that are newer than this kit. */
export const unknownsIn = (value: unknown, schema: z.ZodType): Unknown[] => unknownsAt("", value, declared(schema));
