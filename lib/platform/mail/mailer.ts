import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { reasonOf } from "../log";
import { makePrivateFolder } from "../private-file";
import { usageOf } from "../usage-of";

export interface OutgoingMail {
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  settingsUrl?: string;
}

export type SendOutcome =
  | { sent: true }
  /** `final` if the recipient was refused. `reason` is a sentence for people. */
  | { sent: false; final: boolean; reason: string };

export interface Mailer {
  /** If false, features use another way or aren't offered. */
  configured: boolean;
  /** Command that shows unsent mails, as in the demo. */
  readBy: string | null;
  send(mail: OutgoingMail): Promise<SendOutcome>;
}

export const NO_MAILER: Mailer = {
  configured: false,
  readBy: null,
  send: async () => ({ sent: false, final: true, reason: "This hub sends no mail: SMTP_URL is not set." }),
};

const folderOf = (directory: string) => join(directory, "mails");

const asFile = ({ to, subject, text }: OutgoingMail): string => `To: ${to}\nSubject: ${subject}\n\n${text}`;

function folderMailer({ directory }: { directory: string }): Mailer {
  const folder = folderOf(directory);
  return {
    configured: true,
    readBy: usageOf("mails"),
    async send(mail) {
      try {
        await makePrivateFolder(folder);
        await writeFile(join(folder, `${mail.id}.txt`), asFile(mail), { mode: 0o600 });
        return { sent: true };
      } catch (error) {
        return { sent: false, final: false, reason: reasonOf(error) };
      }
    },
  };
}

/** Newest last: ids are in order of time. */
export async function readKeptMails({ directory, last }: { directory: string; last: number }): Promise<string[]> {
  const names = await readdir(folderOf(directory)).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .slice(-last);
  return Promise.all(newest.map((name) => readFile(join(folderOf(directory), name), "utf8")));
}

const DEADLINE_MS = 30_000;
const STEP_MS = 10_000;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Configuration errors, which may be fixed before the next attempt. */
const CONFIGURATION_CODES = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS", "EREQUIRETLS"]);

function whyNotSent(error: unknown): SendOutcome {
  const { code = "", responseCode } = error as { code?: string; responseCode?: number };
  const final = responseCode !== undefined && responseCode >= 500 && !CONFIGURATION_CODES.has(code);
  const reason =
    responseCode === undefined
      ? `The mail server could not be reached${code ? ` (${code})` : ""}.`
      : `The mail server answered ${responseCode}.`;
  return { sent: false, final, reason };
}

const transportTo = (url: string) =>
  createTransport({
    url,
    // Parameters in the URL win.
    requireTLS: !LOOPBACK.test(new URL(url).hostname),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects and signs in. @throws Error with the server's response or the connection error */
export async function checkSmtp(url: string): Promise<void> {
  const transport = transportTo(url);
  await transport.verify().finally(() => transport.close());
}

/** Requires TLS beyond this machine, unless the URL says `?requireTLS=false`. */
function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = transportTo(url);
  const domain = /@([^<>@\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    configured: true,
    readBy: null,
    async send({ id, to, subject, text, html, settingsUrl }) {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          // As an object it is one address, whatever it contains.
          to: { name: "", address: to },
          subject,
          text,
          html,
          headers: {
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            // A page, not a one-click POST (RFC 8058): a mail scanner could turn off alerts.
            ...(settingsUrl && { "List-Unsubscribe": `<${settingsUrl}>` }),
          },
          signal: AbortSignal.timeout(DEADLINE_MS),
        });
        return { sent: true };
      } catch (error) {
        return whyNotSent(error);
      }
    },
  };
}

interface MailConfig {
  SMTP_URL?: string;
  MAIL_FROM?: string;
  HUB_DEMO: boolean;
  HUB_DATA_DIR: string;
}

export function createMailer({ SMTP_URL, MAIL_FROM, HUB_DEMO, HUB_DATA_DIR }: MailConfig): Mailer {
  if (SMTP_URL && MAIL_FROM) return smtpMailer({ url: SMTP_URL, from: MAIL_FROM });
  return HUB_DEMO ? folderMailer({ directory: HUB_DATA_DIR }) : NO_MAILER;
}
