import { atPresent, type PlatformCtx } from "../context";
import { log } from "../log";
import { metrics } from "../metrics";
import { unseal } from "../seal";
import type { SendOutcome } from "./mailer";
import { type ClaimedMail, claimDueMails, completeMail, retireMails } from "./outbox";
import type { renderMail } from "./render-mail";

/** A tick claims nothing more after this, so that it ends before the next begins. */
const CLAIMING_MS = 45_000;

async function attempt(ctx: PlatformCtx, { id, kind, to, sealed }: ClaimedMail): Promise<SendOutcome> {
  const text = unseal(ctx, "mail", sealed);
  // Another process may have the secret that sealed it, while they are being rotated.
  if (text === null) return { sent: false, final: false, reason: "No secret of SESSION_SECRET opens it." };
  const { subject, text: plain, html, settingsUrl }: ReturnType<typeof renderMail> = JSON.parse(text);
  return ctx.mail.send({ id, kind, to, subject, text: plain, html, settingsUrl });
}

/** One mail from claim to record; never rejects: what could not be recorded is sent again once its lease ends. */
async function sendAndRecord(ctx: PlatformCtx, mail: ClaimedMail): Promise<void> {
  const { id: mailId, kind } = mail;
  try {
    const outcome = await attempt(ctx, mail);
    metrics().mailAttempts.inc({ result: outcome.sent ? "sent" : outcome.final ? "dead" : "failed" });
    if (!outcome.sent) log.warn({ mailId, kind, final: outcome.final, reason: outcome.reason }, "a mail was not sent");
    const held = await completeMail(await atPresent(ctx), { mail, outcome });
    if (!held) log.warn({ mailId, kind }, "a mail was sent, but its lease had gone to another sender");
  } catch (err) {
    log.error({ err, mailId, kind }, "a mail's attempt could not be recorded; it will be repeated");
  }
}

/**
 * Sends the mails that are due. Ticks may overlap, on any number of machines; a process that dies loses nothing: what it held is sent again,
 * under the same Message-ID, once its lease ends. Where the hub sends no mail, what is left over expires.
 */
export async function runMailTick(ctx: PlatformCtx): Promise<{ mails: number }> {
  let mails = 0;
  const start = await atPresent(ctx);
  await retireMails(start);
  if (!ctx.mail.configured) return { mails };
  for (let present = start; present.now.getTime() - start.now.getTime() < CLAIMING_MS; present = await atPresent(ctx)) {
    if (ctx.stopping.aborted) return { mails };
    const claimed = await claimDueMails(present);
    if (claimed.length === 0) break;
    await Promise.all(claimed.map((mail) => sendAndRecord(ctx, mail)));
    mails += claimed.length;
  }
  return { mails };
}
