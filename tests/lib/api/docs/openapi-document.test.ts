import { validate } from "@readme/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { openApiDocument, openApiText } from "@/lib/api/docs/server";
import {
  ERROR_STATUS,
  type ErrorCode,
  ErrorEnvelope,
  type Operation,
  operations,
  refusalWithout,
} from "@/lib/contract";
import { validatorOf } from "@/tests/support/openapi/described";

const BASE_URL = "https://hub.example.com";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: { type?: string; minimum?: number; maximum?: number };
}

interface Content {
  schema?: Record<string, unknown>;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface Rendered {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<
    string,
    { description: string; headers: Record<string, unknown>; content: Record<string, Content> }
  >;
}

const document = openApiDocument(BASE_URL);
const paths = document.paths as unknown as Record<string, Record<string, Rendered>>;
const schemas = document.components?.schemas as Record<string, Record<string, unknown>>;
const declared = Object.values<Operation>(operations);

function rendered({ path, method }: Operation): Rendered {
  const found = paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
}

function nodes(node: unknown): Record<string, unknown>[] {
  if (typeof node !== "object" || node === null) return [];
  return [node as Record<string, unknown>, ...Object.values(node).flatMap(nodes)];
}

function followPointer(pointer: string): unknown {
  const keys = pointer.slice(2).split("/");
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

const valuesOf = (content: Content | undefined) => Object.values(content?.examples ?? {}).map(({ value }) => value);

describe("openApiDocument", () => {
  it("is a valid OpenAPI 3.1 document for two independent validators", async () => {
    expect(document.openapi).toBe("3.1.0");
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true, warnings: [] });
  });

  it("has version 1.0.0 and the requested base URL", () => {
    expect(document.info.version).toBe("1.0.0");
    expect(document.servers).toMatchObject([{ url: BASE_URL }]);
    expect(openApiDocument("http://localhost:3000").servers).toMatchObject([{ url: "http://localhost:3000" }]);
  });

  it("is serialised once per base URL", () => {
    expect(JSON.parse(openApiText(BASE_URL))).toEqual(JSON.parse(JSON.stringify(document)));
    const stringify = vi.spyOn(JSON, "stringify");
    const servers = JSON.parse(openApiText(BASE_URL)).servers;
    const calls = stringify.mock.calls.length;
    stringify.mockRestore();
    expect(servers).toMatchObject([{ url: BASE_URL }]);
    expect(calls).toBe(0);
    expect(JSON.parse(openApiText("http://localhost:3000")).servers).toMatchObject([{ url: "http://localhost:3000" }]);
  });

  it("has no broken reference", () => {
    const references = nodes(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter((reference) => followPointer(reference) === undefined)).toEqual([]);
  });

  it("describes each declared operation once, with its own id", () => {
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(declared.map(({ id, method, path }) => `${id} ${method} ${path}`).sort());
  });

  it("defines every tag and security scheme that an operation uses", () => {
    const tags = document.tags?.map(({ name }) => name);
    const schemes = Object.keys(document.components?.securitySchemes ?? {});
    for (const operation of declared) {
      for (const tag of rendered(operation).tags) expect(tags).toContain(tag);
      for (const requirement of rendered(operation).security) {
        for (const name of Object.keys(requirement)) expect(schemes).toContain(name);
      }
    }
  });

  it("allows unknown keys in responses, because readers tolerate them", () => {
    const requests = declared.flatMap(({ body }) => (body ? [z.globalRegistry.get(body.schema)?.id] : []));
    const closed = Object.keys(schemas).filter((name) =>
      nodes(schemas[name]).some((n) => n.additionalProperties === false),
    );
    expect(closed.filter((name) => !requests.includes(name))).toEqual([]);
  });

  it("marks brand_book as deprecated everywhere", () => {
    const properties = schemas.MyBrand?.properties as Record<string, { deprecated?: boolean }>;
    expect(properties.brand_book?.deprecated).toBe(true);
    expect(properties.brand_identity?.deprecated).toBeUndefined();
  });
});

it("states the range of each numeric query parameter as parsed", () => {
  const ranges = declared.flatMap((operation) =>
    (rendered(operation).parameters ?? []).flatMap(({ name, in: place, schema }) => {
      const { type, minimum = Number.NaN, maximum = Number.NaN } = schema ?? {};
      if (place !== "query" || type !== "integer") return [];
      const others = operation.examples[0]?.request?.query;
      const parses = (value: number) => operation.query?.safeParse({ ...others, [name]: String(value) }).success;
      return [[name, ...[minimum - 1, minimum, maximum, maximum + 1].map(parses)]];
    }),
  );
  expect(ranges).toEqual(
    ["since", "after", "limit", "max_tokens", "version", "limit"].map((name) => [name, false, true, true, false]),
  );
});

describe.each(declared.map((operation) => [operation.id, operation] as const))(
  "openApiDocument: %s",
  (_id, operation) => {
    const described = rendered(operation);

    it("has the declared texts and credentials, any one of which suffices", () => {
      expect(described.summary).toBe(operation.summary);
      expect(described.description).toContain(operation.description);
      const { credentials, optionalCredentials = [] } = operation as Operation;
      const alternatives = [...credentials, ...optionalCredentials].map((name) => ({
        [name]: name === "apiKey" ? [operation.scope] : [],
      }));
      expect(described.security).toEqual(optionalCredentials.length > 0 ? [{}, ...alternatives] : alternatives);
      expect(described.deprecated ?? false).toBe(operation.deprecated !== undefined);
    });

    it("has exactly the declared parameters, without Authorization, which is a security scheme", () => {
      const names = (described.parameters ?? []).map(({ name, in: place }) => `${place}:${name.toLowerCase()}`);
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path:${name}`);
      const inQuery = Object.keys(operation.query?.shape ?? {}).map((name) => `query:${name}`);
      const inHeader = Object.keys(operation.headers?.shape ?? {}).map((name) => `header:${name}`);
      expect(names).toEqual([...inPath, ...inQuery, ...inHeader, ...(operation.etag ? ["header:if-none-match"] : [])]);
      expect(names).not.toContain("header:authorization");
    });

    it("requires X-Tool-Slug if only child tools call it", () => {
      const slug = described.parameters?.find(({ name }) => name === "X-Tool-Slug");
      expect(slug?.required ?? false).toBe(String(operation.credentials) === "childApp");
    });

    it("has each declared error plus 429 and 500, all with one envelope", () => {
      const codes = new Set<ErrorCode>([
        ...(Object.keys(operation.errors) as ErrorCode[]),
        ...(operation.scope ? [refusalWithout(operation.scope)] : []),
        "rate_limited",
        "server_error",
      ]);
      const statuses = Object.keys(described.responses).filter((status) => Number(status) >= 400);
      expect(statuses).toEqual([...codes].map((code) => String(ERROR_STATUS[code])).sort());
      for (const code of codes) {
        const content = described.responses[ERROR_STATUS[code]]?.content["application/json"];
        expect(content?.schema).toEqual({ $ref: "#/components/schemas/ErrorEnvelope" });
        expect(ErrorEnvelope.parse(content?.example).error.code).toBe(code);
      }
    });

    it("lists the headers of its responses", () => {
      const tooMany = Object.keys(described.responses["429"]?.headers ?? {});
      expect(tooMany).toContain("Retry-After");
      expect(tooMany).toEqual(expect.arrayContaining(["RateLimit", "RateLimit-Policy"]));
      expect(described.responses["500"]?.headers).toHaveProperty("Retry-After");
      expect(Object.keys(described.responses["200"]?.headers ?? {}).includes("RateLimit")).toBe(!operation.unlimited);
      expect(["200", "304"].map((status) => "ETag" in (described.responses[status]?.headers ?? {}))).toEqual(
        operation.etag ? [true, true] : [false, false],
      );
      for (const response of Object.values(described.responses))
        expect(response.headers).toHaveProperty("X-Request-Id");
      for (const name of Object.keys(operation.response.headers ?? {})) {
        expect(described.responses["200"]?.headers).toHaveProperty(name);
      }
    });

    it("shows the declared examples, each valid against its schema", () => {
      const { mediaType = "application/json", mediaTypes: [type = mediaType] = [], schema } = operation.response;
      const answer = described.responses["200"]?.content[type];
      expect(valuesOf(answer)).toEqual(operation.examples.map(({ response }) => response));
      // A PDF has no value to show.
      expect(valuesOf(answer).length > 0).toBe(mediaType !== "application/pdf");
      for (const value of valuesOf(answer)) {
        if (schema) expect(schema.parse(value)).toEqual(value);
        expect(validatorOf(answer?.schema ?? {}).safeParse(value).error).toBeUndefined();
        expect(validatorOf(answer?.schema ?? {}).safeParse({}).success).toBe(false);
      }
      const body = described.requestBody?.content["application/json"];
      expect(valuesOf(body).length > 0).toBe(operation.body !== undefined);
      expect(valuesOf(body)).toEqual(
        operation.examples.flatMap(({ request }) => (request?.body ? [request.body] : [])),
      );
      for (const value of valuesOf(body)) {
        expect(operation.body?.schema.safeParse(value).error).toBeUndefined();
        expect(validatorOf(body?.schema ?? {}).safeParse(value).error).toBeUndefined();
      }
    });

    it("has examples with valid parameters", () => {
      const problems = operation.examples.flatMap(({ request }) => {
        const lowerCase = Object.entries(request?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
        return [
          operation.params?.safeParse(request?.params ?? {}).error,
          operation.query?.safeParse(request?.query ?? {}).error,
          operation.headers?.safeParse(Object.fromEntries(lowerCase)).error,
        ].filter(Boolean);
      });
      expect(problems).toEqual([]);
    });
  },
);
