import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { assembleHub, closeHub, setHub } from "@/lib/runtime/hub";
import { exposition } from "@/lib/runtime/readiness";
import { createTestDatabase } from "../support/database";
import { memoryStorage } from "../support/memory-storage";
import { sharedResource } from "../support/shared-resource";

const RULES = "docs/operations/alerts.yml";
const DASHBOARD = "docs/operations/dashboard.json";

/** Metric names in a PromQL query, without histogram suffixes. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b((?:hub|nodejs|process)_[a-z0-9_]+)/g)].map(([, name = ""]) =>
    name.replace(/_(bucket|sum|count)$/, ""),
  );

async function exported(): Promise<Set<string>> {
  const hub = assembleHub(await createTestDatabase(), { storage: memoryStorage() });
  setHub(hub);
  try {
    return new Set([...(await exposition(hub)).matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
  } finally {
    await closeHub();
  }
}

describe("the alert rules", () => {
  it.each([
    ["check", RULES],
    ["test", "docs/operations/alerts.test.yml"],
  ])("pass promtool's %s", { tags: ["full"] }, async (verb, file) => {
    await sharedResource("promtool");
    const { status, stdout, stderr } = spawnSync("promtool", [verb, "rules", file], { encoding: "utf8" });
    expect(`${stdout}${stderr}`).toContain("SUCCESS");
    expect(status).toBe(0);
  });

  it("each link to an existing runbook section", () => {
    const headings = readFileSync("docs/operations.md", "utf8")
      .match(/^#+ .+$/gm)
      ?.map((line) => line.replace(/^#+ /, "").toLowerCase().replace(/ /g, "-"));
    const parts = [...readFileSync(RULES, "utf8").matchAll(/runbook: docs\/operations\.md#(\S+)/g)].map(([, id]) => id);
    expect(parts).toHaveLength(readFileSync(RULES, "utf8").match(/- alert: /g)?.length ?? 0);
    expect(parts.filter((id) => !headings?.includes(id ?? ""))).toEqual([]);
  });
});

it.each([RULES, DASHBOARD])("%s uses only metrics that the hub exports", async (file) => {
  const known = await exported();
  const named = namesIn(readFileSync(file, "utf8"));
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it("the dashboard shows every hub metric", async () => {
  const shown = new Set(namesIn(readFileSync(DASHBOARD, "utf8")));
  const own = [...(await exported())].filter((name) => name.startsWith("hub_"));
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
});
