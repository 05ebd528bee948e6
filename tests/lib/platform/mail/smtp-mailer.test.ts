import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ConfigurationError, parseEnv } from "@/lib/platform/config/env";
import { newId } from "@/lib/platform/ids";
import { createMailer, type OutgoingMail, readKeptMails } from "@/lib/platform/mail/mailer";
import { renderMail } from "@/lib/platform/mail/render-mail";
import { hasIpv6 } from "@/tests/support/has-ipv6";
import { listen } from "@/tests/support/listen";
import { createMailCatcher, type MailCatcher } from "@/tests/support/mail-catcher";

const FROM = "Brand Identity Hub <hub@example.com>";
const mail: OutgoingMail = {
  id: "0198c0de-0000-7000-8000-000000000001",
  kind: "test",
  to: "ana@example.com",
  ...renderMail({ subject: "Grüße", paragraphs: ["Hello, Ana – ça va?"] }),
};

let opened: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
});

async function catcher(...args: Parameters<typeof createMailCatcher>): Promise<MailCatcher> {
  const made = await createMailCatcher(...args);
  opened.push(made);
  return made;
}

const mailerTo = (url: string) =>
  createMailer({ SMTP_URL: url, MAIL_FROM: FROM, HUB_DEMO: true, HUB_DATA_DIR: "/nowhere" });

const refusing = (responseCode: number) => Object.assign(new Error("No."), { responseCode });

describe("mail by SMTP", () => {
  it("arrives as text and HTML from the configured sender, marked as auto-generated", async () => {
    const { url, caught } = await catcher();
    expect(await mailerTo(url).send(mail)).toEqual({ sent: true });
    expect(caught).toHaveLength(1);
    expect(caught[0]?.envelope).toEqual({ from: "hub@example.com", to: ["ana@example.com"] });
    expect(caught[0]?.message).toMatchObject({
      subject: "Grüße",
      from: { name: "Brand Identity Hub", address: "hub@example.com" },
      to: [{ address: "ana@example.com" }],
      messageId: `<${mail.id}@example.com>`,
    });
    expect(caught[0]?.message.text?.trim()).toBe("Hello, Ana – ça va?\n\nBrand Identity Hub");
    expect(caught[0]?.message.html).toContain("Hello, Ana – ça va?");
    expect(caught[0]?.message.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  });

  it("reaches one recipient, without headers injected by subject or address", async () => {
    const { url, caught } = await catcher();
    const hostile = ["ana@example.com, victim@example.com", "ana@example.com\r\nBcc: victim@example.com"];
    for (const to of hostile) {
      await mailerTo(url).send({ ...mail, to });
      await mailerTo(url).send({ ...mail, subject: "Hello\r\nBcc: victim@example.com\r\n\r\nBody" });
    }
    expect(caught.length).toBeGreaterThan(0);
    for (const { envelope, message } of caught) {
      expect(envelope.to).not.toContain("victim@example.com");
      expect(message.headers.map(({ key }) => key)).not.toContain("bcc");
      expect(message.bcc).toBeUndefined();
      expect(message.text?.trim()).toMatch(/^Hello, Ana/);
    }
  });

  it.each([
    [550, true],
    [451, false],
  ])("reports a refusal with %i, final: %s", async (code, final) => {
    const { url } = await catcher({ onRcptTo: (_address, _session, done) => done(refusing(code)) });
    const reason = `The mail server answered ${code}.`;
    expect(await mailerTo(url).send(mail)).toEqual({ sent: false, final, reason });
  });

  it("retries after a rejected password and never reveals it", async () => {
    const { url } = await catcher({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(refusing(535)),
    });
    const outcome = await mailerTo(url.replace("smtp://", "smtp://hub:secret-password@")).send(mail);
    expect(outcome).toMatchObject({ sent: false, final: false });
    expect(JSON.stringify(outcome)).not.toContain("secret-password");
  });

  it("reports an unreachable server without rejecting", async () => {
    const { port, close } = await listen(createServer());
    await close();
    expect(await mailerTo(`smtp://127.0.0.1:${port}`).send(mail)).toEqual({
      sent: false,
      final: false,
      reason: "The mail server could not be reached (ESOCKET).",
    });
  });

  it.runIf(hasIpv6)("goes unencrypted only to this machine, unless the URL allows it", async () => {
    const { url, caught } = await catcher();
    // A loopback address in a form that isn't recognised as local.
    const elsewhere = url.replace("127.0.0.1", "[::ffff:127.0.0.1]");
    expect(await mailerTo(elsewhere).send(mail)).toMatchObject({ sent: false, final: false });
    expect(caught).toEqual([]);
    expect(await mailerTo(`${elsewhere}?requireTLS=false`).send(mail)).toEqual({ sent: true });
    expect(caught).toHaveLength(1);
  });
});

describe("the demo's mails", () => {
  it("are kept as files in order of time, readable only by their owner", async () => {
    const directory = await mkdtemp(join(tmpdir(), "hub-mails-"));
    opened.push({ close: () => rm(directory, { recursive: true }) });
    const mailer = createMailer({ HUB_DEMO: true, HUB_DATA_DIR: directory });
    expect(mailer).toMatchObject({ configured: true, readBy: "npm run --silent mails" });
    expect(await readKeptMails({ directory, last: 2 })).toEqual([]);
    for (const subject of ["First", "Second", "Third"]) await mailer.send({ ...mail, id: newId(), subject });
    const [second, third] = await readKeptMails({ directory, last: 2 });
    expect(second).toMatch(/^To: ana@example.com\nSubject: Second\n\nHello, Ana/);
    expect(third).toContain("Subject: Third");
    const [name = ""] = await readdir(join(directory, "mails"));
    expect((await stat(join(directory, "mails", name))).mode & 0o777).toBe(0o600);
  });
});

it("are not sent without SMTP or the demo", async () => {
  const mailer = createMailer({ HUB_DEMO: false, HUB_DATA_DIR: "/nowhere" });
  expect(mailer.configured).toBe(false);
  expect(await mailer.send(mail)).toMatchObject({ sent: false, final: true });
});

describe("MAIL_FROM and SMTP_URL", () => {
  const SECRETS = {
    HUB_EMBEDDED_DATABASE: "1",
    SESSION_SECRET: "s".repeat(32),
    FEDERATION_SECRET: "f".repeat(32),
    FILE_URL_SECRET: "u".repeat(32),
  };
  const parse = (MAIL_FROM: string, SMTP_URL = "smtps://mail.example.com") =>
    parseEnv({ ...SECRETS, NODE_ENV: "test", MAIL_FROM, SMTP_URL });

  it.each(["hub@example.com", FROM])("can be %j", (from) => {
    expect(parse(from).MAIL_FROM).toBe(from);
  });

  it.each([
    ["hub", "smtp://a"],
    ["Hub <a@b.example>\r\nBcc: c@d.example", "smtp://a"],
    ["a@b.example, c@d.example", "smtp://a"],
    ["hub@example.com", "http://a"],
    ["hub@example.com", ""],
    ["", "smtp://a"],
  ])("can't be %j with %j", (from, url) => {
    expect(() => parse(from, url)).toThrow(ConfigurationError);
  });
});
