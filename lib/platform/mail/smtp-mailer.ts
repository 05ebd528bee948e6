import { createTransport } from "nodemailer";
import type { Mailer, SendOutcome } from "./mailer";

/** In all, for one mail. */
const DEADLINE_MS = 30_000;
const STEP_MS = 10_000;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
/** Codes of nodemailer's for what the configuration is at fault with, and no recipient: another try may find it mended. */
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
    // The URL's own parameters win over these.
    requireTLS: !LOOPBACK.test(new URL(url).hostname),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects to the mail server as a mail would, signs in, and sends nothing. @throws Error with the server's answer, or why it was not reached */
export async function checkSmtp(url: string): Promise<void> {
  const transport = transportTo(url);
  await transport.verify().finally(() => transport.close());
}

/** Sends by SMTP. Beyond this machine only encrypted, unless the URL says `?requireTLS=false`. */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
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
          // As an object it is one email, whatever stands in it.
          to: { name: "", address: to },
          subject,
          text,
          html,
          headers: {
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            // A page to choose on, not a POST by anybody (RFC 8058): nobody's mail scanner turns off what tells of trouble.
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
