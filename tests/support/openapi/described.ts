import { expect } from "vitest";
import { z } from "zod";
import { openApiDocument } from "@/lib/api/docs/server";
import type { Operation } from "@/lib/contract";

interface Header {
  $ref?: string;
  required?: boolean;
  schema: object;
}

interface Described {
  headers?: Record<string, Header>;
  content?: Record<string, { schema?: object }>;
}

type Paths = Record<string, Record<string, { responses: Record<string, Described> }>>;

const document = JSON.parse(JSON.stringify(openApiDocument("http://hub.test")));
const { schemas, headers } = document.components as {
  schemas: Record<string, object>;
  headers: Record<string, Header>;
};

/** A validator for one of the description's schemas, with references. */
export function validatorOf(schema: object): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}

const validators = new WeakMap<object, z.ZodType>();

function problemsOf(schema: object, value: unknown, where: string): string[] {
  const validator = validators.get(schema) ?? validatorOf(schema);
  validators.set(schema, validator);
  const issues = validator.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => `${[where, ...path].join(".")}: ${message}`);
}

function headerProblems(described: Described, answer: Headers): string[] {
  return Object.entries(described.headers ?? {}).flatMap(([name, header]) => {
    const { required, schema } = header.$ref ? (headers[header.$ref.split("/").at(-1) ?? ""] ?? header) : header;
    const value = answer.get(name);
    if (value === null) return required ? [`${name} is absent`] : [];
    return problemsOf(schema, (schema as { type?: string }).type === "integer" ? Number(value) : value, name);
  });
}

/** Asserts that the OpenAPI description covers a response: status, headers and body with all limits. */
export function expectDescribed(operation: Operation, response: Response, body: unknown): void {
  const { method, path } = operation;
  const described = (document.paths as Paths)[path]?.[method.toLowerCase()]?.responses[response.status];
  if (!described) throw new Error(`${method} ${path} was answered ${response.status}, which is described nowhere.`);
  const isJson = response.headers.get("content-type") === "application/json";
  const isFile = response.ok && (!operation.response.schema || !isJson);
  const schema = isFile ? undefined : described.content?.["application/json"]?.schema;
  expect([...headerProblems(described, response.headers), ...(schema ? problemsOf(schema, body, "body") : [])]).toEqual(
    [],
  );
}
