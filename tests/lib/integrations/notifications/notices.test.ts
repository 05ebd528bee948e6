import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import {
  apiKeys,
  auditEntries,
  brands,
  memberships,
  notices,
  subscriptions,
  toolCredentials,
  users,
} from "@/db/schema";
import { changeRole, removeMember, transferBrand } from "@/lib/access/server";
import type { Role } from "@/lib/contract";
import { NOTICE_KINDS } from "@/lib/integrations";
import {
  chooseNotice,
  disableSubscription,
  enableSubscription,
  listOwnNotices,
  readNoticeChoices,
  runNoticeTick,
} from "@/lib/integrations/server";
import { inTransaction } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import { NO_MAILER, type OutgoingMail } from "@/lib/platform/mail/mailer";
import { runMailTick } from "@/lib/platform/mail/run-tick";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
  SYSTEM,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { memoryMailer } from "@/tests/support/memory-mailer";
import { createTestClock, enqueue, runTick, SECRET, subscribe } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(NOW.getTime() + ms);

let database: OpenDatabase;
let receiver: Receiver;
let answer = 200;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver((response) => response.writeHead(answer).end());
});
afterAll(() => Promise.all([database.close(), receiver.close()]));

type Person = { id: string; email: string; name: string };
const person = (values: Partial<typeof users.$inferInsert> = {}): Promise<Person> =>
  createUser(database.db, { emailVerifiedAt: NOW, ...values }) as Promise<Person>;

let mailer: ReturnType<typeof memoryMailer>;
let owner: Person;
let admin: Person;
let editor: Person;
let operator: Person;
let brand: { id: string; slug: string };
let toolSlug: string;
let acting: Ctx;
beforeEach(async () => {
  const { db } = database;
  answer = 500;
  await db.delete(notices);
  await db.delete(apiKeys);
  await db.delete(toolCredentials);
  await db.delete(subscriptions);
  // Audit entries of other tests stay, so archive their brands.
  await db.update(brands).set({ archivedAt: NOW });
  await db.update(users).set({ hubAdmin: false });
  mailer = memoryMailer();
  [owner, admin, editor, operator] = [await person(), await person(), await person(), await person({ hubAdmin: true })];
  brand = await createBrandFixture(db, {
    name: "Slow Ferry",
    members: { [owner.id]: "owner", [admin.id]: "admin", [editor.id]: "editor" },
  });
  toolSlug = (await createTool(db, { name: "Print Room" })).slug;
  await subscribe(db, receiver.url, { brand, toolSlug });
  acting = withWebhookSecrets(context(db, actingUser(owner)), SECRET);
});

/** Ticks at a time and returns the mails sent. */
async function tickAt(ms: number, overrides: Partial<Ctx> = {}): Promise<OutgoingMail[]> {
  const before = mailer.sent.length;
  const ctx: Ctx = {
    ...context(database.db, SYSTEM),
    mail: mailer,
    clock: async () => at(ms),
    now: at(ms),
    ...overrides,
  };
  await runNoticeTick(ctx);
  await runMailTick(ctx);
  return mailer.sent.slice(before);
}
const receivers = (mails: readonly OutgoingMail[]) => mails.map(({ to }) => to).toSorted();
const emails = (...people: readonly Person[]) => people.map(({ email }) => email).toSorted();
const deliver = (ms: number) => runTick(database.db, createTestClock(at(ms)).clock);

async function failFrom(ms: number) {
  await enqueue(database.db, brand, 1, at(ms));
  await deliver(ms);
}

describe("an endpoint that fails", () => {
  it("notifies owners, admins and hub administrators once, after an hour", async () => {
    await failFrom(0);
    expect(await tickAt(HOUR - 1)).toEqual([]);
    const mails = await tickAt(HOUR);
    expect(receivers(mails)).toEqual(emails(owner, admin, operator));
    const [mail] = mails.filter(({ to }) => to === owner.email);
    expect(mail?.subject).toBe("Webhook of Print Room is failing");
    expect(mail?.text).toContain("Brands: Slow Ferry.");
    expect(mail?.text).toContain(`http://hub.test/b/${brand.slug}/developers/webhooks`);
    expect(mail?.text).toContain("You get this because you manage the brand");
    expect(mail).toMatchObject({ kind: "notice", settingsUrl: "http://hub.test/account/notifications" });
    expect(mails.find(({ to }) => to === operator.email)?.text).toContain("http://hub.test/admin/tools");
    expect(await tickAt(HOUR + MINUTE)).toEqual([]);
    expect(await tickAt(3 * DAY)).toEqual([]);
  });

  it("notifies once when ticks overlap", async () => {
    await failFrom(0);
    const ctx: Ctx = { ...context(database.db, SYSTEM), mail: mailer, clock: async () => at(HOUR), now: at(HOUR) };
    await Promise.all(Array.from({ length: 4 }, () => runNoticeTick(ctx)));
    await runMailTick(ctx);
    expect(receivers(mailer.sent)).toEqual(emails(owner, admin, operator));
  });

  it("doesn't notify if it recovers within the hour or before the mail is written", async () => {
    await failFrom(0);
    answer = 200;
    await deliver(30 * MINUTE);
    expect(await tickAt(2 * HOUR)).toEqual([]);
    expect(await database.db.select().from(notices)).toEqual([]);
  });

  it("notifies again when it fails again, after a day at the earliest", async () => {
    await failFrom(0);
    expect(await tickAt(HOUR)).toHaveLength(3);
    answer = 200;
    await deliver(2 * HOUR);
    answer = 500;
    await failFrom(3 * HOUR);
    expect(await tickAt(5 * HOUR)).toEqual([]);
    expect(await tickAt(HOUR + DAY)).toHaveLength(3);
  });

  it("sends one mail for many brands, and one for later brands after a day", async () => {
    const first = await person();
    const members = { [first.id]: "owner" } as const;
    for (let index = 0; index < 30; index += 1) {
      const { id, slug } = await createBrandFixture(database.db, { members });
      await subscribe(database.db, receiver.url, { brand: { id, slug }, toolSlug });
      await database.db
        .update(subscriptions)
        .set({ failingSince: at(index < 18 ? 0 : HOUR) })
        .where(eq(subscriptions.brandId, id));
    }
    const mails = await tickAt(HOUR);
    expect(receivers(mails)).toEqual(emails(first, operator));
    expect(mails[0]?.text).toContain("and 8 more");
    expect(await tickAt(3 * HOUR)).toEqual([]);
    const later = await tickAt(HOUR + DAY);
    expect(receivers(later)).toEqual(emails(first, operator));
    expect(later[0]?.text).toContain("and 2 more");
  });

  it("sends one mail for two endpoints of a tool, each with its brands", async () => {
    const other = await createBrandFixture(database.db, { name: "Kiln & Co", members: { [owner.id]: "owner" } });
    await subscribe(database.db, "https://other.example.com/hooks", { brand: other, toolSlug });
    await database.db.update(subscriptions).set({ failingSince: NOW });
    const [mail, ...more] = (await tickAt(HOUR)).filter(({ to }) => to === owner.email);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/Print Room \(127[^)]*\)[^.]*at least an hour\. Brands: Slow Ferry\./);
    expect(mail?.text).toMatch(/other\. example\. com\)[^.]*at least an hour\. Brands: Kiln & Co\./);
  });
});

describe("an endpoint that the hub turned off", () => {
  it("notifies with the reason, in one mail with other notifications", async () => {
    answer = 410;
    await failFrom(0);
    const mails = await tickAt(MINUTE);
    expect(receivers(mails)).toEqual(emails(owner, admin, operator));
    expect(mails[0]?.subject).toBe("Webhook of Print Room is off");
    expect(mails[0]?.text).toContain("The receiver answered 410 Gone.");
  });

  it("doesn't notify if it is on again or a person turned it off", async () => {
    answer = 410;
    await failFrom(0);
    const key = { brandId: brand.id, toolSlug };
    await enableSubscription({ ...acting, now: at(1) }, key);
    expect(await tickAt(MINUTE)).toEqual([]);
    await disableSubscription({ ...acting, now: at(2 * MINUTE) }, key);
    expect(await tickAt(3 * MINUTE)).toEqual([]);
  });

  it("notifies again a day later if it was on in between", async () => {
    answer = 410;
    await failFrom(0);
    expect(await tickAt(MINUTE)).toHaveLength(3);
    await enableSubscription({ ...acting, now: at(2 * MINUTE) }, { brandId: brand.id, toolSlug });
    await failFrom(3 * MINUTE);
    expect(await tickAt(4 * MINUTE)).toEqual([]);
    expect(await tickAt(MINUTE + DAY)).toHaveLength(3);
  });
});

async function issueKey(name: string, endsIn: number, values: Partial<typeof apiKeys.$inferInsert> = {}) {
  const id = newId();
  await database.db.insert(apiKeys).values({
    id,
    brandId: brand.id,
    name,
    keyHash: createHash("sha256").update(id).digest("hex"),
    prefix: "bih_abcd",
    lastFour: "wxyz",
    createdAt: at(-60 * DAY),
    expiresAt: at(endsIn),
    ...values,
  });
  return id;
}

describe("an API key that expires", () => {
  it("notifies owners and admins once, 14 days before", async () => {
    await issueKey("Website", 15 * DAY);
    expect(await tickAt(0)).toEqual([]);
    const mails = await tickAt(DAY);
    expect(receivers(mails)).toEqual(emails(owner, admin));
    expect(mails[0]?.text).toContain("The API key Website (…wxyz) of Slow Ferry expires on");
    expect(mails[0]?.text).not.toContain("bih_");
    expect(await tickAt(2 * DAY)).toEqual([]);
    expect(await tickAt(14 * DAY)).toEqual([]);
  });

  it("doesn't notify if revoked, replaced or issued for a shorter time", async () => {
    await issueKey("Revoked", DAY, { revokedAt: NOW });
    await issueKey("Replaced", DAY, { replacedBy: await issueKey("Far", 90 * DAY) });
    await issueKey("Short", 7 * DAY, { createdAt: NOW });
    await issueKey("Over", -1);
    expect(await tickAt(0)).toEqual([]);
  });

  it("doesn't notify if revoked before the mail is written", async () => {
    await issueKey("Told", 14 * DAY);
    expect(await tickAt(0)).toHaveLength(2);
    const second = await issueKey("Second", 14 * DAY);
    expect(await tickAt(HOUR)).toEqual([]);
    await database.db
      .update(apiKeys)
      .set({ revokedAt: at(2 * HOUR) })
      .where(eq(apiKeys.id, second));
    expect(await tickAt(DAY)).toEqual([]);
  });
});

describe("a tool's token or secret that expires", () => {
  const credential = async (kind: "app_token" | "signing_secret", endsIn: number, values = {}) =>
    database.db.insert(toolCredentials).values({
      id: newId(),
      toolSlug,
      kind,
      name: "Production",
      ...(kind === "app_token" ? { tokenHash: createHash("sha256").update(newId()).digest("hex") } : {}),
      prefix: "bih_",
      lastFour: "wxyz",
      createdAt: at(-60 * DAY),
      expiresAt: at(endsIn),
      ...values,
    });

  it("notifies hub administrators once, 14 days before", async () => {
    await credential("app_token", 14 * DAY);
    await credential("signing_secret", 15 * DAY);
    await credential("app_token", DAY, { revokedAt: NOW });
    await credential("app_token", DAY, { createdAt: NOW });
    const mails = await tickAt(0);
    expect(receivers(mails)).toEqual([operator.email]);
    expect(mails[0]?.subject).toBe("A credential of Print Room expires soon");
    expect(mails[0]?.text).toContain("The child app token Production (…wxyz) of Print Room expires on");
    expect(mails[0]?.text).toContain("http://hub.test/admin/tools");
    const [later] = await tickAt(DAY);
    expect(later?.text).toContain("The signing secret Production (…wxyz) of Print Room expires on");
    expect(later?.text).not.toContain("child app token");
    expect(await tickAt(3 * DAY)).toEqual([]);
    expect((await listOwnNotices({ ...acting, actor: actingUser(operator) })).map(({ kind }) => kind)).toEqual([
      "credential_expiring",
      "credential_expiring",
    ]);
  });
});

describe("a new owner or admin", () => {
  const roleOf = (role: Role) => changeRole(acting, { brandId: brand.id, userId: editor.id, role });

  it("notifies every owner and admin, including both people involved", async () => {
    await roleOf("admin");
    const mails = await tickAt(0);
    expect(receivers(mails)).toEqual(emails(owner, admin, editor));
    expect(mails[0]?.subject).toBe("Slow Ferry: new owner or admin");
    expect(mails[0]?.text).toContain(`${editor.name} is now an admin of Slow Ferry.`);
    expect(await tickAt(HOUR)).toEqual([]);
  });

  it("notifies of a transferred brand, not of lesser roles", async () => {
    await roleOf("viewer");
    expect(await tickAt(0)).toEqual([]);
    await transferBrand(acting, { brandId: brand.id, userId: admin.id });
    const [mail] = await tickAt(MINUTE);
    expect(mail?.text).toContain(`${admin.name} is now an owner of Slow Ferry.`);
  });

  it("notifies once an hour per brand", async () => {
    await roleOf("admin");
    expect(await tickAt(0)).toHaveLength(3);
    await roleOf("editor");
    await roleOf("owner");
    expect(await tickAt(MINUTE)).toEqual([]);
    expect((await tickAt(HOUR + 1))[0]?.text).toContain("is now an owner of Slow Ferry.");
  });
});

describe("recipients at the time the mail is written", () => {
  const withhold = async (happens: () => Promise<unknown>) => {
    await failFrom(0);
    // The daily mail limit is used up, so it stays unsent.
    const full = {
      ...acting.limits,
      take: async () => ({ allowed: false, remaining: 0, retryAfterMs: 1, resetMs: 1 }),
    };
    expect(await tickAt(HOUR, { limits: full as Ctx["limits"] })).toEqual([]);
    expect(await database.db.$count(notices)).toBe(3);
    await happens();
    return receivers(await tickAt(HOUR + MINUTE));
  };
  const { set, of } = {
    set: (values: Partial<typeof users.$inferInsert>) =>
      database.db.update(users).set(values).where(eq(users.id, admin.id)),
    of: () => and(eq(memberships.brandId, brand.id), eq(memberships.userId, admin.id)),
  };

  it.each<[title: string, happens: () => Promise<unknown>, told: () => Person[]]>([
    ["nothing happened", async () => {}, () => [owner, admin, operator]],
    [
      "a member was removed",
      () => removeMember(acting, { brandId: brand.id, userId: admin.id }),
      () => [owner, operator],
    ],
    [
      "a role was lowered",
      () => database.db.update(memberships).set({ role: "viewer" }).where(of()),
      () => [owner, operator],
    ],
    ["an account was deactivated", () => set({ deactivatedAt: NOW }), () => [owner, operator]],
    ["a person turned the kind off", () => set({ mutedNotices: ["endpoint_failing"] }), () => [owner, operator]],
    ["an email isn't verified", () => set({ emailVerifiedAt: null }), () => [owner, operator]],
    [
      "the brand was archived",
      () => database.db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brand.id)),
      () => [],
    ],
    [
      "an administrator was demoted",
      () => database.db.update(users).set({ hubAdmin: false }).where(eq(users.id, operator.id)),
      () => [owner, admin],
    ],
    [
      "the endpoint recovered",
      async () => {
        answer = 200;
        await deliver(HOUR);
      },
      () => [],
    ],
  ])("%s", async (_title, happens, recipients) => {
    expect(await withhold(happens)).toEqual(emails(...recipients()));
  });
});

describe("notification choices", () => {
  it("default to all kinds, and each change writes an audit entry", async () => {
    expect(await readNoticeChoices(acting)).toEqual(Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, true])));
    const choice = { kind: "endpoint_failing", wanted: false } as const;
    expect(await chooseNotice(acting, choice)).toBe(true);
    expect(await chooseNotice(acting, choice)).toBe(false);
    expect((await readNoticeChoices(acting)).endpoint_failing).toBe(false);
    await failFrom(0);
    expect(receivers(await tickAt(HOUR))).toEqual(emails(admin, operator));
    expect(await chooseNotice(acting, { ...choice, wanted: true })).toBe(true);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.actorId, owner.id));
    expect(entries.map(({ action }) => action)).toEqual(["account.notice_chosen", "account.notice_chosen"]);
  });

  it("apply to that person only", async () => {
    await chooseNotice(acting, { kind: "key_expiring", wanted: false });
    expect(await readNoticeChoices({ ...acting, actor: actingUser(admin) })).toMatchObject({ key_expiring: true });
    await expect(readNoticeChoices({ ...acting, actor: SYSTEM })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a hub that sends no mail", () => {
  it("shows unsent notifications on each account page", async () => {
    await failFrom(0);
    expect(await tickAt(HOUR, { mail: NO_MAILER })).toEqual([]);
    const [notice, ...more] = await listOwnNotices(acting);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ kind: "endpoint_failing", mailed: false, happenedAt: NOW });
    expect(notice?.text).toContain("Print Room (127.0.0.1");
    expect(await listOwnNotices({ ...acting, actor: actingUser(editor) })).toEqual([]);
    // A mailer configured later sends no old notifications.
    expect(await tickAt(2 * HOUR)).toEqual([]);
  });

  it("hides a notification once it no longer applies", async () => {
    await failFrom(0);
    await tickAt(HOUR, { mail: NO_MAILER });
    answer = 200;
    await deliver(2 * HOUR);
    expect(await listOwnNotices(acting)).toEqual([]);
  });
});

it("deletes month-old notifications and writes nothing if the transaction fails", async () => {
  await failFrom(0);
  await tickAt(HOUR);
  expect(await database.db.$count(notices)).toBe(3);
  answer = 200;
  await deliver(2 * HOUR);
  await tickAt(31 * DAY);
  expect(await database.db.$count(notices)).toBe(0);
  await expect(
    inTransaction(acting, async (tx) => {
      await chooseNotice(tx, { kind: "key_expiring", wanted: false });
      throw new Error("not after all");
    }),
  ).rejects.toThrow("not after all");
  expect((await readNoticeChoices(acting)).key_expiring).toBe(true);
});
