import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { mails } from "@/db/schema";
import { log } from "@/lib/platform/log";
import { enqueueMail, takeMailBudget } from "@/lib/platform/mail/enqueue-mail";
import type { OutgoingMail, SendOutcome } from "@/lib/platform/mail/mailer";
import { runMailTick } from "@/lib/platform/mail/run-tick";
import { metrics } from "@/lib/platform/metrics";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createUser, NOW, systemContext } from "@/tests/support/fixtures";
import { memoryMailer } from "@/tests/support/memory-mailer";

log.level = "silent";
const TOKEN = "a-token-that-nobody-may-read";
const MINUTE_MS = 60_000;
const LATER = new Date(NOW.getTime() + 60 * MINUTE_MS);
const content = { subject: "Set a new password", paragraphs: [`Go to https://hub.test/reset/${TOKEN}`] };
const mail = { kind: "account.password_reset", to: "ana@example.com", content, expiresAt: LATER };

let database: OpenDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const rows = () => database.db.select().from(mails);

/** A hub with these mail server responses, at times that the test sets. */
function hubWith(answer?: (mail: OutgoingMail) => SendOutcome) {
  const mailer = memoryMailer(answer);
  let now = NOW;
  const ctx: Ctx = { ...systemContext(database.db), mail: mailer, clock: async () => now };
  return {
    ctx,
    mailer,
    at: (moment: Date) => {
      now = moment;
    },
  };
}

describe("the mail outbox", () => {
  it("sends a mail once and deletes its text", async () => {
    const { ctx, mailer } = hubWith();
    expect(await enqueueMail(ctx, mail)).toBe(true);
    await runMailTick(ctx);
    await runMailTick(ctx);
    expect(mailer.sent).toMatchObject([{ to: "ana@example.com", subject: "Set a new password" }]);
    expect(mailer.sent[0]?.text).toContain(TOKEN);
    expect(await rows()).toMatchObject([{ status: "sent", sealed: null, attempts: 1, finishedAt: NOW }]);
  });

  it("stores no link that a reader of the database could open", async () => {
    const { ctx } = hubWith();
    await enqueueMail(ctx, mail);
    const [row] = await rows();
    expect(row?.sealed).toMatch(/^[A-Za-z0-9_-]{100,}$/);
    expect(Buffer.from(row?.sealed ?? "", "base64url").toString()).not.toContain(TOKEN);
    expect(JSON.stringify(row)).not.toContain(TOKEN);
  });

  it("sends nothing for a rolled-back change", async () => {
    const { ctx, mailer } = hubWith();
    const undone = database.db.transaction(async (tx) => {
      await enqueueMail({ ...ctx, db: tx }, mail);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await runMailTick(ctx);
    expect(mailer.sent).toEqual([]);
  });

  it("enqueues nothing if the hub sends no mail", async () => {
    expect(await enqueueMail(systemContext(database.db), mail)).toBe(false);
    expect(await rows()).toEqual([]);
  });

  it("retries after a growing delay", async () => {
    let answers: SendOutcome = { sent: false, final: false, reason: "The mail server answered 451." };
    const { ctx, mailer, at } = hubWith(() => answers);
    await enqueueMail(ctx, mail);
    await runMailTick(ctx);
    const due = new Date(NOW.getTime() + MINUTE_MS);
    expect(await rows()).toMatchObject([{ status: "pending", attempts: 1, dueAt: due, leaseToken: null }]);
    answers = { sent: true };
    at(new Date(due.getTime() - 1));
    await runMailTick(ctx);
    expect(mailer.sent).toEqual([]);
    at(due);
    await runMailTick(ctx);
    expect(mailer.sent).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: "sent", attempts: 2 }]);
  });

  it("gives up at once if the recipient is refused", async () => {
    const { ctx } = hubWith(() => ({ sent: false, final: true, reason: "The mail server answered 550." }));
    const refused = async () =>
      (await metrics().mailAttempts.get()).values.find(({ labels }) => labels.result === "dead")?.value ?? 0;
    const before = await refused();
    await enqueueMail(ctx, mail);
    await runMailTick(ctx);
    expect(await rows()).toMatchObject([{ status: "dead", sealed: null, reason: "The mail server answered 550." }]);
    expect(await refused()).toBe(before + 1);
  });

  it("doesn't send an expired mail and deletes its text", async () => {
    const { ctx, mailer, at } = hubWith();
    await enqueueMail(ctx, mail);
    at(LATER);
    await runMailTick(ctx);
    expect(mailer.sent).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "dead", sealed: null, finishedAt: LATER }]);
  });

  it("deletes mails finished thirty days ago", async () => {
    const { ctx, at } = hubWith();
    await enqueueMail(ctx, mail);
    await runMailTick(ctx);
    at(new Date(NOW.getTime() + 31 * 24 * 60 * MINUTE_MS));
    await runMailTick(ctx);
    expect(await rows()).toEqual([]);
  });

  it("leaves a mail it can't decrypt to another process", async () => {
    const { ctx, mailer, at } = hubWith();
    await enqueueMail(ctx, mail);
    await runMailTick({ ...ctx, secrets: { ...ctx.secrets, session: ["another-secret-0123456789abcdefghijklmn"] } });
    expect(mailer.sent).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "pending", reason: "No secret in SESSION_SECRET decrypts it." }]);
    at(new Date(NOW.getTime() + 10 * MINUTE_MS));
    await runMailTick(ctx);
    expect(mailer.sent).toHaveLength(1);
  });

  it("gives a mail to a second sender only after the first one's lease expires, and ignores the first", async () => {
    const { ctx, at } = hubWith();
    await enqueueMail(ctx, mail);
    const order: string[] = [];
    const noting = (sender: string) =>
      memoryMailer(() => {
        order.push(sender);
        return { sent: true };
      });
    const first: Ctx = {
      ...ctx,
      mail: {
        configured: true,
        readBy: null,
        async send() {
          await runMailTick({ ...ctx, mail: noting("too early") });
          at(new Date(NOW.getTime() + 2 * MINUTE_MS));
          await runMailTick({ ...ctx, mail: noting("second") });
          order.push("first");
          return { sent: false, final: true, reason: "late" };
        },
      },
    };
    await runMailTick(first);
    expect(order).toEqual(["second", "first"]);
    expect(await rows()).toMatchObject([{ status: "sent", attempts: 1, reason: null }]);
  });

  it("sends a hundred mails in one tick, each once", async () => {
    const { ctx, mailer } = hubWith();
    for (let number = 0; number < 100; number += 1) await enqueueMail(ctx, { ...mail, to: `p${number}@example.com` });
    await Promise.all([runMailTick(ctx), runMailTick(ctx)]);
    expect(new Set(mailer.sent.map(({ to }) => to)).size).toBe(100);
    expect(mailer.sent).toHaveLength(100);
  });
});

describe("mail budgets", () => {
  const countTrue = async (asks: (() => Promise<boolean>)[]) => {
    let count = 0;
    for (const ask of asks) if (await ask()) count += 1;
    return count;
  };

  it("allow five mails an hour to one email from anybody", async () => {
    const ctx = context(database.db, ANONYMOUS);
    const asks = Array.from({ length: 40 }, (_, number) => async () => {
      const asking = { ...ctx, clientIp: `192.0.2.${number}` };
      return takeMailBudget(asking, { to: "victim@example.com" });
    });
    expect(await countTrue(asks)).toBe(5);
    expect(await takeMailBudget(ctx, { to: "somebody@example.com" })).toBe(true);
  });

  it("allow fifty mails an hour from one requester to any emails", async () => {
    const user = await createUser(database.db);
    const ctx = context(database.db, actingUser(user));
    const asks = Array.from({ length: 80 }, (_, number) => () => takeMailBudget(ctx, { to: `p${number}@example.com` }));
    expect(await countTrue(asks)).toBe(50);
    const other = { ...ctx, actor: actingUser(await createUser(database.db)) };
    expect(await takeMailBudget(other, { to: "p79@example.com" })).toBe(true);
  });
});
