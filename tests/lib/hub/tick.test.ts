import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { tick } from "@/lib/hub/tick";
import { log } from "@/lib/kernel/log";
import { type Mailer, NO_MAILER } from "@/lib/mail";
import { enqueueMail } from "@/lib/mail/server";
import { createTestDatabase } from "@/tests/support/database";
import { context, NOW, SYSTEM } from "@/tests/support/fixtures";

let database: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => vi.restoreAllMocks());

const ticking = (mail: Mailer) => context(database.db, SYSTEM, NOW, { mail });

it("says what was dispatched though another chore failed, which is logged", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const failing: Mailer = {
    ...NO_MAILER,
    get configured(): boolean {
      throw new Error("no mail today");
    },
  };
  expect(await tick(ticking(failing))).toEqual({ processed: 0, failed: 0 });
  expect(logged.mock.calls.map(([fields]) => fields)).toMatchObject([{ chore: "mails" }]);
});

it("does not wait for a mail server that hangs", async () => {
  let asked = () => {};
  const sending = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const send = () => {
    asked();
    return new Promise<never>(() => {});
  };
  const ctx = ticking({ ...NO_MAILER, configured: true, send });
  const content = { subject: "Hello", paragraphs: ["Hello."] };
  await enqueueMail(ctx, { kind: "account.new_browser", to: "ada@example.com", content });
  const answer = tick(ctx, { choresMs: 1 });
  await sending;
  expect(await answer).toEqual({ processed: 0, failed: 0 });
});
