import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ErrorEnvelope, METHODS, type Operation, operations } from "@/lib/contract";
import { loadRoute, routeTemplates } from "../support/mounts";
import { createWorld } from "../support/world";

const declared = Object.values<Operation>(operations);

it("has a route file for each declared path, which names its operations, and a catch-all", () => {
  const named = routeTemplates().map(({ template, file }) => {
    const [, ids = ""] = / = (?:route|otherRoute)\((.*)\);\n$/.exec(readFileSync(file, "utf8")) ?? [];
    return [template, ids];
  });
  const idsOf = (path: string) => declared.filter((operation) => operation.path === path).map(({ id }) => `"${id}"`);
  const expected = declared.map(({ path }) => [path, idsOf(path).join(", ")]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries([...expected, ["*", ""]]));
});

it("answers 405 to exactly the undeclared methods", async () => {
  const world = await createWorld();
  for (const { template, file } of routeTemplates()) {
    if (template === "*") continue;
    const route = await loadRoute(file);
    const path = template.replace("{id}", world.brands.own.id);
    for (const method of [...METHODS, "HEAD", "OPTIONS"]) {
      const operation = declared.find(
        (one) => one.path === template && one.method === (method === "HEAD" ? "GET" : method),
      );
      const answered =
        operation !== undefined || (method === "OPTIONS" && declared.some((one) => one.path === template && one.cors));
      const response = await route[method]?.(new Request(`http://hub.test${path}`, { method }));
      expect([template, method, response?.status !== 405]).toEqual([template, method, answered]);
      if (!answered)
        expect(response?.headers.get("allow")).toContain(declared.find((one) => one.path === template)?.method);
    }
  }
  await world.close();
});

it("answers any method on an unknown path in the envelope", async () => {
  const world = await createWorld();
  const [fallback] = routeTemplates().filter(({ template }) => template === "*");
  const route = await loadRoute(fallback?.file ?? "");
  for (const method of METHODS) {
    const response = await route[method]?.(new Request("http://hub.test/api/public/nothing/here", { method }));
    expect([method, response?.status]).toEqual([method, 404]);
    expect(ErrorEnvelope.parse(await response?.json()).error.code).toBe("not_found");
  }
  await world.close();
});
