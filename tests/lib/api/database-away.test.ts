import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { setDatabaseWatch } from "@/lib/platform/database-watch";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { assembleHub, setHub } from "@/lib/runtime/hub";
import { proxy } from "@/proxy";

const refusing = {
  get: () => {
    throw new Error("the database was asked");
  },
};
beforeAll(() => {
  const database = { db: new Proxy({}, refusing), close: async () => {} } as unknown as OpenDatabase;
  const limits = new MemoryStore({ nowMs: () => performance.now() });
  const storage = { put: async () => {}, read: async () => null, delete: async () => {}, probe: async () => {} };
  setHub(assembleHub(database, { limits, storage }));
  setDatabaseWatch({ suspect() {}, isAway: () => true, look: async () => true });
});
afterAll(() => setDatabaseWatch(undefined));

const visit = (path: string, method = "GET") =>
  proxy(
    new NextRequest(`http://hub.test${path}`, {
      method,
      headers: { cookie: "next-auth.session-token=x; hub_active_brand=alder" },
    }),
  );
const isPassedOn = (response: Response) => response.headers.get("x-middleware-next") === "1";

describe("while the database is unavailable", () => {
  it.each([
    "/",
    "/sign-in",
    "/account",
    "/b/alder",
    "/p/alder",
    "/docsx",
    "/contracts",
    "/contract/a/b",
    "/r/other.json",
    "/document",
    "/llms.txt/x",
    "/setup/docs",
  ])("%s answers 503 with an explanation", async (path) => expect((await visit(path)).status).toBe(503));

  it.each([
    "/docs",
    "/docs/errors",
    "/docs/search?q=token",
    "/docs/markdown/errors",
    "/llms.txt",
    "/api.postman_collection.json",
    "/contract-kit.tar.gz",
    "/contract-kit.tgz",
    "/contract",
    "/contract/contract.ts",
    "/r/contract.json",
    "/.well-known/security.txt",
  ])("%s is shown without the visitor's brands", async (path) => {
    const response = await visit(path);
    expect(isPassedOn(response)).toBe(true);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("forms are passed on, because they report the failure themselves", async () => {
    expect(isPassedOn(await visit("/sign-in", "POST"))).toBe(true);
  });
});
