import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { NO_NUL } from "@/lib/api/docs/openapi/sizes";
import { openApiDocument } from "@/lib/api/docs/server";
import { sharedResource } from "@/tests/support/shared-resource";
import { EXCEPTIONS, type Exception, type Place } from "./openapi-exceptions";

interface Fault {
  rule: string;
  place: Place;
  message: string;
}

/**
 * Findings of Redocly (recommended-strict) and Spectral, with its OpenAPI rules and OWASP's (API Security Top 10 of
 * 2023), at every severity.
 */
async function faultsIn(document: object): Promise<Fault[]> {
  const folder = await sharedResource("linters");
  const linters = spawn(process.execPath, [join(folder, "lint.mjs")], { stdio: ["pipe", "pipe", "inherit"] });
  linters.stdin.end(JSON.stringify(document));
  return JSON.parse(await text(linters.stdout));
}

const covers = ({ rules, holds }: Exception, { rule, place }: Fault) => rules.includes(rule) && holds(place);
const unexcused = (faults: readonly Fault[]) =>
  faults
    .filter((fault) => !EXCEPTIONS.some((exception) => covers(exception, fault)))
    .map(({ rule, place, message }) => `${rule} at ${place.join(" › ")}: ${message}`);

// A real host, because linters reject example.com.
const document = openApiDocument("https://hub.acme.test");

/** Every object in a value, except examples. */
const objectsIn = (value: unknown): Record<string, unknown>[] =>
  typeof value === "object" && value !== null
    ? [
        value as Record<string, unknown>,
        ...Object.entries(value).flatMap(([key, part]) => (key.startsWith("example") ? [] : objectsIn(part))),
      ]
    : [];

it("limits every string and requires a credential to write", () => {
  const strings = objectsIn([document.components, document.paths]).filter(({ type }) => type === "string");
  const LIMITS = ["maxLength", "enum", "const", "format", "pattern"];
  expect(strings.length).toBeGreaterThan(50);
  // This pattern excludes NUL and limits nothing.
  const isLimited = (schema: Record<string, unknown>) => LIMITS.some((key) => key in schema && schema[key] !== NO_NUL);
  expect(strings.filter((schema) => !isLimited(schema))).toEqual([]);
  const open = objectsIn(document.paths).filter(
    ({ operationId, security }) => operationId && !(security as unknown[])?.length,
  );
  expect(open.map(({ operationId }) => operationId)).toEqual(["readOpenApi", "readApiPdf"]);
});

describe("the OpenAPI description", { tags: ["full"] }, () => {
  let faults: Fault[];
  beforeAll(async () => {
    faults = await faultsIn(document);
  });

  it("passes the Redocly, Spectral and OWASP rules except where an exception gives a reason", () => {
    expect(unexcused(faults)).toEqual([]);
  });

  it("needs every listed exception, and each gives a reason", () => {
    const idle = EXCEPTIONS.filter((exception) => !faults.some((fault) => covers(exception, fault)));
    expect(idle.map(({ reason }) => reason)).toEqual([]);
    for (const { reason } of EXCEPTIONS) expect(reason.length).toBeGreaterThan(30);
  });

  it("rejects a field without a limit, an operation without a credential, a wrong example and a license without terms", async () => {
    const broken = JSON.parse(JSON.stringify(document));
    broken.components.schemas.Event.properties.idempotency_key = { type: "string" };
    broken.components.schemas.Tool.properties.name = { type: "string" };
    broken.paths["/api/public/v1/events"].post.security = [];
    broken.paths["/api/public/tools"].get.responses["200"].content["application/json"].examples.example1.value = {};
    broken.info.license = { name: "Proprietary" };
    const found = unexcused(await faultsIn(broken)).join("\n");
    expect(found).toContain(
      "owasp:api4:2023-string-limit at components › schemas › Event › properties › idempotency_key",
    );
    expect(found).toContain("owasp:api4:2023-string-limit at components › schemas › Tool › properties › name");
    expect(found).toContain("owasp:api2:2023-write-restricted");
    expect(found).toContain("spectral:oas3-valid-media-example");
    expect(found).toContain("redocly:info-license-strict");
  });
});
