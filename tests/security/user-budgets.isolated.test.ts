import { count } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { issueToken } from "@/app/(hub)/account/actions";
import { issueKey } from "@/app/(hub)/b/[brand]/developers/keys/actions";
import { invite } from "@/app/(hub)/b/[brand]/members/actions";
import { switchPublicPage } from "@/app/(hub)/b/[brand]/settings/actions";
import { POST as upload } from "@/app/(hub)/b/[brand]/uploads/route";
import { checkSlugAction, previewImportAction } from "@/app/(hub)/new/actions";
import { apiKeys, files, invitations } from "@/db/schema";
import { env } from "@/lib/config/env";
import type { UserBudget } from "@/lib/limits";
import { MemoryStore } from "@/lib/limits/server";
import { configure } from "../support/configure";
import { svg } from "../support/files";
import { inForm } from "../support/in-form";
import { createWorld, type World } from "../support/world";

const browser = vi.hoisted(() => ({ cookie: "", proof: "" }));
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => ({ value: name.endsWith("-proof") ? browser.proof : browser.cookie }),
  }),
  headers: async () => new Headers(),
}));
vi.mock("next/cache", () => ({ refresh: () => {}, revalidatePath: () => {} }));

const FEW = "changes=3,lookups=3,uploads=3,imports=3,invitations=3,secrets=3";

let nowMs = 0;
let world: World;
beforeAll(async () => {
  world = await createWorld({ limits: new MemoryStore({ nowMs: () => nowMs }) });
  browser.cookie = world.tokens.session;
  browser.proof = world.tokens.proof;
  configure({ USER_BUDGETS: inForm({ short: FEW, full: "" }) });
});
afterAll(() => world.close());
beforeEach(() => {
  nowMs += 60 * 60_000;
});

const form = (values: Record<string, string>) => {
  const made = new FormData();
  for (const [name, value] of Object.entries(values)) made.set(name, value);
  return made;
};

const messageOf = (result: { status: string; message?: string }) =>
  result.status === "error" ? (result.message ?? "") : null;

async function sendFile(index: number): Promise<string | null> {
  const request = new Request("http://hub.test/b/alder/uploads", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: svg(`<rect width="${index + 1}" height="1"/>`),
  });
  const response = await upload(request, { params: Promise.resolve({ brand: "alder" }) });
  const answer = await response.json();
  if (response.status === 429) expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  return response.ok ? null : answer.error.message;
}

const rowsOf = (table: typeof apiKeys | typeof invitations | typeof files) => async () => {
  const [row] = await world.db.select({ count: count() }).from(table);
  return row?.count ?? 0;
};

const brandId = () => world.brands.own.id;
const mailBox = (index: number) => `guest-${index}@example.com`;

/** What a page of the hub asks for, told by its sentence of refusal or null; and how many rows there are of what it makes. */
const ACTS: [UserBudget, string, (index: number) => Promise<string | null>, (() => Promise<number>)?][] = [
  [
    "secrets",
    "API keys",
    async () => messageOf(await issueKey(brandId(), form({ name: "Loop", expiry: "never", scopes: "brands:read" }))),
    rowsOf(apiKeys),
  ],
  ["secrets", "session tokens", async () => messageOf(await issueToken(form({ name: "Loop", access: "read" })))],
  [
    "invitations",
    "invitations",
    async (index) => messageOf(await invite(brandId(), form({ email: mailBox(index), role: "viewer" }))),
    rowsOf(invitations),
  ],
  ["uploads", "uploads", sendFile, rowsOf(files)],
  ["imports", "imports", async () => messageOf(await previewImportAction('{"name":"Loop","colors":{"palette":[]}}'))],
  ["changes", "settings", async (index) => messageOf(await switchPublicPage(brandId(), index % 2 === 0))],
  ["lookups", "looks for a slug", async (index) => (await checkSlugAction(`free-${index}`)).message],
];

describe("a person who repeats an action", () => {
  it.each(ACTS)("gets the limit's error from the route or action (%s): %s", async (budget, _, act, rows) => {
    const limit = env.USER_BUDGETS[budget];
    const before = await rows?.();
    const said: (string | null)[] = [];
    for (let index = 0; index < limit; index += 1) said.push(await act(index));
    const made = await rows?.();
    const [refused, again] = [await act(limit), await act(limit + 1)];
    expect(said.filter((sentence) => sentence?.includes("as many as the hub takes"))).toEqual([]);
    expect(refused).toMatch(
      new RegExp(`^You have .*\\b${limit}\\b.* as many as the hub takes\\. Try again in \\d+ \\w+\\.$`),
    );
    expect(again).toBe(refused);
    if (before !== undefined) expect([made, await rows?.()]).toEqual([before + limit, before + limit]);
  });
});
