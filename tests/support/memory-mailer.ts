import type { Mailer, OutgoingMail, SendOutcome } from "@/lib/platform/mail/mailer";

/** An in-memory mailer. `sent` has its mails, and `answer` sets each mail's outcome. */
export function memoryMailer(answer: (mail: OutgoingMail) => SendOutcome = () => ({ sent: true })) {
  const sent: OutgoingMail[] = [];
  const mailer: Mailer = {
    configured: true,
    readBy: null,
    async send(mail) {
      const outcome = answer(mail);
      if (outcome.sent) sent.push(mail);
      return outcome;
    },
  };
  return { ...mailer, sent };
}
