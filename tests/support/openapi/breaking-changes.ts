import { type Direction, type Schema, schemaChanges } from "./compare-schemas";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Header {
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { headers?: Record<string, Header>; content?: Content }>;
}

type Paths = Record<string, Record<string, Operation>>;

interface Description {
  paths: Paths;
  webhooks?: Paths;
  components?: { schemas?: Record<string, unknown> };
}

const REFERENCE = /^#\/components\/(\w+)\/(.+)$/;

/** Resolves all references. @throws Error if one is missing or circular */
function inlined(document: object): Description {
  const components = (document as { components?: Record<string, Record<string, object>> }).components ?? {};
  const inline = (node: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((entry) => inline(entry, within));
    if (typeof node !== "object" || node === null) return node;
    const { $ref, ...rest } = node as { $ref?: string };
    const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inline(value, within)]));
    if (typeof $ref !== "string") return own;
    const [, kind = "", name = ""] = REFERENCE.exec($ref) ?? [];
    const target = components[kind]?.[name];
    if (!target || within.includes($ref)) throw new Error(`${$ref} leads nowhere, or into itself.`);
    return { ...(inline(target, [...within, $ref]) as object), ...own };
  };
  return inline(document, []) as Description;
}

const keysOf = (record: object | undefined) => Object.keys(record ?? {});
const gone = (before: object | undefined, after: object | undefined) =>
  keysOf(before).filter((key) => !keysOf(after).includes(key));

function contentChanges(
  before: Content | undefined,
  after: Content | undefined,
  direction: Direction,
  at: string,
): string[] {
  return keysOf(before).flatMap((mediaType) => {
    const [had, has] = [before?.[mediaType], after?.[mediaType]];
    if (!has) return [`${at} is not ${mediaType} any more`];
    return had?.schema ? schemaChanges(had.schema, has.schema ?? {}, direction, at) : [];
  });
}

/** @param direction a child reads a webhook's headers, like those of responses */
function parameterChanges(before: Operation, after: Operation, direction: Direction, at: string): string[] {
  const same = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in;
  const [had, has] = [before.parameters ?? [], after.parameters ?? []];
  const kept = had.flatMap((parameter) => {
    const place = `${at} ${parameter.in} ${parameter.name}`;
    const now = has.find(same(parameter));
    if (!now) return [`${place} is gone`];
    const [looser, stricter] = direction === "request" ? [parameter, now] : [now, parameter];
    return [
      ...(stricter.required && !looser.required
        ? [`${place} ${direction === "request" ? "is required now" : "need not be there now"}`]
        : []),
      ...schemaChanges(parameter.schema, now.schema, direction, place),
    ];
  });
  const demanded = direction === "request" ? has.filter((one) => one.required && !had.some(same(one))) : [];
  return [...kept, ...demanded.map((one) => `${at} ${one.in} ${one.name} is required now`)];
}

function bodyChanges(
  { requestBody: had }: Operation,
  { requestBody: has }: Operation,
  direction: Direction,
  at: string,
): string[] {
  const place = `${at} body`;
  if (!had) return has?.required && direction === "request" ? [`${place} is required now`] : [];
  if (!has) return [`${place} is gone`];
  const demanded = direction === "request" && has.required && !had.required;
  return [
    ...(demanded ? [`${place} is required now`] : []),
    ...contentChanges(had.content, has.content, direction, place),
  ];
}

function answerChanges(before: Operation, after: Operation, at: string): string[] {
  const isSuccess = (status: string) => status.startsWith("2");
  const fresh = gone(after.responses, before.responses).filter(isSuccess);
  return [
    ...gone(before.responses, after.responses).map((status) => `${at} ${status} is gone`),
    ...fresh.map((status) => `${at} ${status} is an answer that nobody knows`),
    ...Object.entries(before.responses).flatMap(([status, had]) => {
      const has = after.responses[status];
      if (!has) return [];
      const place = `${at} ${status}`;
      return [
        ...gone(had.headers, has.headers).map((name) => `${place} header ${name} is gone`),
        ...Object.entries(had.headers ?? {}).flatMap(([name, header]) => {
          const now = has.headers?.[name];
          if (!now) return [];
          const loose = header.required && !now.required ? [`${place} header ${name} need not be there now`] : [];
          return [...loose, ...schemaChanges(header.schema, now.schema, "answer", `${place} header ${name}`)];
        }),
        ...contentChanges(had.content, has.content, "answer", place),
      ];
    }),
  ];
}

/** Every credential that was sufficient must still be sufficient. */
function credentialChanges({ security: had = [] }: Operation, { security: has = [] }: Operation, at: string): string[] {
  if (has.length === 0) return [];
  const isEnough = (given: Record<string, string[]>) =>
    has.some((wanted) =>
      Object.entries(wanted).every(
        ([name, scopes]) => scopes.every((scope) => given[name]?.includes(scope)) && name in given,
      ),
    );
  return (had.length > 0 ? had : [{}])
    .filter((given) => !isEnough(given))
    .map((given) => `${at} ${keysOf(given).join(" with ") || "no credential"} is not enough any more`);
}

function operationChanges(before: Paths, after: Paths, sender: "child" | "hub"): string[] {
  const direction = sender === "child" ? "request" : "answer";
  return Object.entries(before).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, had]) => {
      const at = sender === "child" ? `${method.toUpperCase()} ${path}` : `webhook ${path}`;
      const has = after[path]?.[method];
      if (!has) return [`${at} is gone`];
      return [
        ...(had.operationId === has.operationId ? [] : [`${at} has another operationId`]),
        ...credentialChanges(had, has, at),
        ...parameterChanges(had, has, direction, at),
        ...bodyChanges(had, has, direction, at),
        // The hub reads a webhook receiver's response, so it can accept more.
        ...(sender === "child"
          ? answerChanges(had, has, at)
          : gone(had.responses, has.responses).map((status) => `${at} ${status} is gone`)),
      ];
    }),
  );
}

/**
 * Lists where a child written or generated for `before` would fail with a hub of `after`. Both are OpenAPI 3.1
 * documents. New operations, optional inputs, response fields, errors and webhooks don't count.
 */
export function breakingChanges(before: object, after: object): string[] {
  const [had, has] = [inlined(before), inlined(after)];
  return [
    ...operationChanges(had.paths, has.paths, "child"),
    ...operationChanges(had.webhooks ?? {}, has.webhooks ?? {}, "hub"),
    ...gone(had.components?.schemas, has.components?.schemas).map((name) => `the schema ${name} is gone`),
  ];
}
