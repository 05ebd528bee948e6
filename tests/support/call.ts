import { expect } from "vitest";
import { declared, ERROR_STATUS, ErrorEnvelope, type Operation, refusalWithout } from "@/lib/contract";
import * as frozenKit from "@/tests/fixtures/kit-1.0.0";
import { expectCatalogued } from "./catalogued";
import type { Mount } from "./mounts";
import { expectDescribed } from "./openapi/described";

export interface Call {
  token?: string;
  /** `X-Tool-Slug`. */
  tool?: string;
  params?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, or unchanged if it is a string. */
  body?: unknown;
  method?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: ReturnType<typeof JSON.parse>;
}

/** The operation in kit 1.0.0, or undefined if it was added later. */
const frozenOperation = ({ method, path }: Operation) =>
  Object.values<frozenKit.Operation>(frozenKit.operations).find(
    (known) => known.method === method && known.path === path,
  );

/**
 * Calls an operation. Checks every response against today's schema, the frozen kit and the OpenAPI description, and its
 * envelope, `no-store` and request id.
 */
export async function call(mount: Mount, operation: Operation, options: Call = {}): Promise<Answer> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => options.params?.[name] ?? "missing");
  const headers: Record<string, string> = { ...options.headers };
  if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
  if (options.tool !== undefined) headers["x-tool-slug"] = options.tool;
  const sendsBody = options.body !== undefined && operation.method !== "GET";
  if (sendsBody) headers["content-type"] ??= "application/json";
  const response = await mount.request(`${path}${options.query ?? ""}`, {
    method: options.method ?? operation.method,
    headers,
    body: sendsBody ? (typeof options.body === "string" ? options.body : JSON.stringify(options.body)) : undefined,
  });
  expect(response.headers.get("x-request-id")).toMatch(/^[A-Za-z0-9._~-]{1,128}$/);
  expect(response.headers.get("x-powered-by")).toBeNull();
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  if (!operation.cors) expect(response.headers.get("access-control-allow-origin")).toBeNull();
  const isJson = response.headers.get("content-type") === "application/json";
  if (response.status === 304) {
    expect([operation.etag !== undefined, await response.text()]).toEqual([true, ""]);
    return { status: 304, headers: response.headers, body: undefined };
  }
  const body = isJson ? await response.json() : await response.arrayBuffer();
  // A method that the path doesn't have is no operation.
  if (response.status !== 405) expectDescribed(operation, response, body);
  if (response.status >= 400) {
    const { error } = declared(ErrorEnvelope).parse(body);
    expect(frozenKit.ErrorEnvelope.parse(body)).toEqual({ error });
    expectCatalogued(error);
    if (response.status !== 405) expect(response.status).toBe(ERROR_STATUS[error.code]);
    if (response.status === 429) {
      expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      expect(response.headers.get("ratelimit")).toMatch(/^"(default|concurrent|failed-credentials)";r=0;t=\d+$/);
    }
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(
      operation.errors[error.code] !== undefined ||
        (operation.scope !== undefined && refusalWithout(operation.scope) === error.code) ||
        ["rate_limited", "server_error", "bad_request"].includes(error.code),
    ).toBe(true);
  } else if (operation.response.schema && isJson) {
    operation.response.schema.parse(body);
    frozenOperation(operation)?.response.schema?.parse(body);
    if (!["Documentation", "Versions"].includes(operation.tag))
      expect(response.headers.get("cache-control")).toBe("no-store");
  }
  return { status: response.status, headers: response.headers, body };
}
