import type { Mailer, OutgoingMail, SendOutcome } from "@/lib/platform/mail/mailer";

/** A mailer in memory; `sent` shows what it took, and `answer` says what comes of each mail. */
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
