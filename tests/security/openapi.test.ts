import spectral from "@stoplight/spectral-core";
import owasp from "@stoplight/spectral-owasp-ruleset";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/docs/server";
import { EXCEPTIONS, type Exception, type Place } from "./openapi-exceptions";

interface Fault {
  rule: string;
  place: Place;
  message: string;
}

/** What Spectral finds by its OWASP rules (API Security Top 10 of 2023), of whatever severity. */
async function faultsIn(document: object): Promise<Fault[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(owasp);
  const results = await linter.run(JSON.parse(JSON.stringify(document)));
  return results.map(({ code, path, message }) => ({
    rule: String(code).replace(/^owasp:/, ""),
    place: path.map(String),
    message,
  }));
}

const covers = ({ rules, holds }: Exception, { rule, place }: Fault) => rules.includes(rule) && holds(place);
const unexcused = (faults: readonly Fault[]) =>
  faults
    .filter((fault) => !EXCEPTIONS.some((exception) => covers(exception, fault)))
    .map(({ rule, place, message }) => `${rule} at ${place.join(" › ")}: ${message}`);

describe("the OpenAPI description", async () => {
  const document = openApiDocument("https://hub.example.com");
  const faults = await faultsIn(document);

  it("keeps to Spectral's OWASP rules but where an exception says why not", () => {
    expect(unexcused(faults)).toEqual([]);
  });

  it("needs each of its exceptions, and each says why", () => {
    const idle = EXCEPTIONS.filter((exception) => !faults.some((fault) => covers(exception, fault)));
    expect(idle.map(({ reason }) => reason)).toEqual([]);
    for (const { reason } of EXCEPTIONS) expect(reason.length).toBeGreaterThan(30);
  });

  it("would be found at fault with a field of a request without a limit, and an operation without a credential", async () => {
    const broken = JSON.parse(JSON.stringify(document));
    broken.components.schemas.Event.properties.idempotency_key = { type: "string" };
    broken.paths["/api/public/v1/events"].post.security = [];
    const found = unexcused(await faultsIn(broken)).join("\n");
    expect(found).toContain("api4:2023-string-limit at components › schemas › Event › properties › idempotency_key");
    expect(found).toContain("api2:2023-write-restricted");
  });
});
