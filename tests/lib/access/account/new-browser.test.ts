import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mails } from "@/db/schema";
import { newBrowserMail } from "@/lib/access/account/sign-in-with-password";
import { listSessions, NO_GEOIP, openBrowserSession, rememberDevice } from "@/lib/access/server";
import { NO_MAILER } from "@/lib/platform/mail/mailer";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createUser, NOW } from "@/tests/support/fixtures";

const database = openTestDatabase();

async function person({ mailed = false } = {}) {
  const user = await createUser(database.db);
  let woken = 0;
  const mail = { ...NO_MAILER, configured: mailed };
  const ctx = context(database.db, ANONYMOUS, NOW, {
    clientIp: "192.0.2.7",
    mail,
    wakeTick: () => {
      woken += 1;
    },
  });
  return {
    user,
    signIn: (device?: string) =>
      openBrowserSession(ctx, { userId: user.id, userAgent: "curl/8.10.1", device, by: "password" }),
    deviceToken: () => rememberDevice(ctx, { userId: user.id, device: null }),
    newOnes: async () =>
      (await listSessions(context(database.db, actingUser(user)))).filter(({ newBrowser }) => newBrowser).length,
    mailsSent: () => database.db.$count(mails, eq(mails.recipient, user.email)),
    woken: () => woken,
  };
}

describe("a browser that is new to the account", () => {
  it("is marked as new, except the account's first", async () => {
    const ada = await person();
    await ada.signIn();
    expect(await ada.newOnes()).toBe(0);
    await ada.signIn(await ada.deviceToken());
    expect(await ada.newOnes()).toBe(0);
    await ada.signIn();
    expect(await ada.newOnes()).toBe(1);
    expect(await ada.mailsSent()).toBe(0);
  });

  it("triggers a mail where configured, together with the session or not at all", async () => {
    const ada = await person({ mailed: true });
    await ada.signIn();
    expect(await ada.mailsSent()).toBe(0);
    await ada.signIn();
    expect(await ada.mailsSent()).toBe(1);
    expect(ada.woken()).toBe(1);
  });

  it("is described by browser, time and IP address, with a link and no secret", () => {
    const { content } = newBrowserMail(
      { baseUrl: "https://hub.example.com", clientIp: "192.0.2.7", now: NOW, geoip: NO_GEOIP },
      { email: "ada@example.com", browser: "Firefox 128 on Windows" },
    );
    expect(content.paragraphs[0]).toBe(
      "Firefox 128 on Windows signed in to your account on the Brand Identity Hub for the first time, on 2026-03-14 09:26 UTC, from 192.0.2.7.",
    );
    expect(content.action?.url).toBe("https://hub.example.com/account/security");
  });
});
