import { runMailTick } from "@/lib/platform/mail/run-tick";
import type { Ctx } from "@/lib/runtime/context";
import { memoryMailer } from "./memory-mailer";

/**
 * The same context on a hub that sends mails. `mailed` runs the tick and returns all mails to an email, newest last.
 */
export function withMail<Given extends Ctx>(ctx: Given) {
  const mailer = memoryMailer();
  const mailed = async (to: string) => {
    await runMailTick({ ...ctx, actor: { kind: "system", name: "test" }, mail: mailer, clock: async () => ctx.now });
    return mailer.sent.filter((mail) => mail.to === to);
  };
  return { ctx: { ...ctx, mail: mailer }, mailer, mailed };
}

/** The token of the link under `path` in a mail's text. */
export function tokenIn(text: string | undefined, path: string): string {
  const token = new RegExp(`${path}/([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])`).exec(text ?? "")?.[1];
  if (!token) throw new Error(`there is no link below ${path} in:\n${text}`);
  return token;
}
