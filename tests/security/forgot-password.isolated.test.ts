import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { askForReset } from "@/app/(auth)/forgot-password/actions";
import { assembleHub, setHub } from "@/lib/hub/hub";
import { log } from "@/lib/kernel/log";
import { createTestDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { memoryMailer } from "../support/memory-mailer";

const deferred: (() => Promise<void>)[] = [];
vi.mock("next/server", () => ({ after: (work: () => Promise<void>) => deferred.push(work) }));
vi.mock("next/headers", () => ({ headers: async () => new Headers(), cookies: async () => new Map() }));

log.level = "silent";
const queries: string[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase((query) => queries.push(query));
  setHub(assembleHub(database, { mail: memoryMailer() }));
});
afterAll(() => database.close());

const formOf = (email: string) => {
  const form = new FormData();
  form.set("email", email);
  return form;
};

it("answers a forgotten password equally for every email, before any database query", async () => {
  await createUser(database.db, { email: "known@example.com" });
  queries.length = 0;
  const answers = [await askForReset(formOf("known@example.com")), await askForReset(formOf("unknown@example.com"))];
  expect(answers).toEqual([
    { status: "ok", data: undefined },
    { status: "ok", data: undefined },
  ]);
  expect(queries).toEqual([]);
  await Promise.all(deferred.map((work) => work()));
  const sent = await database.db.query.mails.findMany();
  expect(sent).toMatchObject([{ recipient: "known@example.com", kind: "account.password_reset" }]);
});
