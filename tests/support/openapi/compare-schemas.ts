/** The direction of a value. A child writes requests and reads responses and webhooks. */
export type Direction = "request" | "answer";

/** The subset of JSON Schema that the hub's descriptions use, without references. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  [keyword: string]: unknown;
}

const UPPER = ["maxLength", "maxItems", "maximum", "maxProperties"];
const LOWER = ["minLength", "minItems", "minimum", "minProperties"];

const bound = (value: unknown, none: number) => (typeof value === "number" ? value : none);
const typesOf = ({ type }: Schema) => (type === undefined ? null : [type].flat());
/** The allowed values, or null if there is no such list. */
const valuesOf = (schema: Schema) => ("const" in schema ? [schema.const] : (schema.enum ?? null));
const without = (list: readonly unknown[], known: readonly unknown[]) =>
  list.filter((value) => !known.some((one) => JSON.stringify(one) === JSON.stringify(value)));

function typesBeyond(one: Schema, other: Schema): string[] {
  const [types, known] = [typesOf(one), typesOf(other)];
  if (!known) return [];
  if (!types) return valuesOf(one) ? [] : ["of any type"];
  // An integer is also a number.
  return types.filter((type) => !known.includes(type) && !(type === "integer" && known.includes("number")));
}

function valuesBeyond(one: Schema, other: Schema): string[] {
  const [values, known] = [valuesOf(one), valuesOf(other)];
  if (!known) return [];
  return values ? without(values, known).map((value) => JSON.stringify(value)) : ["any value"];
}

function sizesBeyond(one: Schema, other: Schema): string[] {
  const above = UPPER.filter(
    (word) => bound(one[word], Number.POSITIVE_INFINITY) > bound(other[word], Number.POSITIVE_INFINITY),
  );
  const below = LOWER.filter(
    (word) => bound(one[word], Number.NEGATIVE_INFINITY) < bound(other[word], Number.NEGATIVE_INFINITY),
  );
  return [...above, ...below].map((word) => `beyond ${word} ${other[word]}`);
}

function textsBeyond(one: Schema, other: Schema): string[] {
  // The range of an `int32` already implies its format.
  const words = other.format?.startsWith("int") ? (["pattern"] as const) : (["pattern", "format"] as const);
  return words
    .filter((word) => other[word] !== undefined && one[word] !== other[word])
    .map((word) => `without the ${word} ${other[word]}`);
}

/** Constraints that `other` has and `one` lacks. */
const beyond = (one: Schema, other: Schema): string[] => [
  ...typesBeyond(one, other),
  ...valuesBeyond(one, other),
  ...sizesBeyond(one, other),
  ...textsBeyond(one, other),
];

function fieldChanges(before: Schema, after: Schema, direction: Direction, at: string): string[] {
  const [had, has] = [before.properties ?? {}, after.properties ?? {}];
  const [narrow, wide] = direction === "request" ? [before, after] : [after, before];
  const required = without(wide.required ?? [], narrow.required ?? []).map(String);
  const loose = direction === "request" ? "is required now" : "need not be there now";
  const closes = wide.additionalProperties === false && narrow.additionalProperties !== false;
  return [
    ...Object.keys(had)
      .filter((name) => !(name in has))
      .map((name) => `${at}.${name} is gone`),
    ...required.filter((name) => name in has).map((name) => `${at}.${name} ${loose}`),
    ...(closes
      ? [`${at}: ${direction === "request" ? "other fields are refused now" : "may have other fields now"}`]
      : []),
    ...Object.entries(had).flatMap(([name, field]) => {
      const now = has[name];
      return now ? schemaChanges(field, now, direction, `${at}.${name}`) : [];
    }),
  ];
}

function changesOfOne(before: Schema, after: Schema, direction: Direction, at: string): string[] {
  const [narrow, wide] = direction === "request" ? [before, after] : [after, before];
  const says = (what: string) =>
    direction === "request" ? `${at}: ${what} is refused now` : `${at}: may be ${what} now`;
  return [
    ...beyond(narrow, wide).map(says),
    ...fieldChanges(before, after, direction, at),
    ...(before.items && after.items ? schemaChanges(before.items, after.items, direction, `${at}[]`) : []),
  ];
}

/**
 * Lists schema changes that break a child of `before`: a `request` it writes is rejected, or it can't read an `answer`.
 * Every possible alternative must match one that was, or is, accepted.
 */
export function schemaChanges(before: Schema, after: Schema, direction: Direction, at: string): string[] {
  const [had, has] = [before.anyOf ?? [before], after.anyOf ?? [after]];
  const mayCome = direction === "request" ? had : has;
  const taken = direction === "request" ? has : had;
  return mayCome.flatMap((one) => {
    const attempts = taken.map((other) =>
      direction === "request" ? changesOfOne(one, other, direction, at) : changesOfOne(other, one, direction, at),
    );
    return attempts.reduce((least, attempt) => (attempt.length < least.length ? attempt : least));
  });
}
