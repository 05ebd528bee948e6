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
  /** `final` where trying again would come to the same: the email is refused. The reason is a sentence for people. */
  | { sent: false; final: boolean; reason: string };

export interface Mailer {
  /** False where the hub can send none: whatever needs a mail has another way, or is not offered. */
  configured: boolean;
  /** How mails are to be read that reach nobody, as in the demo; null where they are really sent. */
  readBy: string | null;
  /** Never rejects. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
}

/** Sends nothing, and says so. */
export const NO_MAILER: Mailer = {
  configured: false,
  readBy: null,
  send: async () => ({ sent: false, final: true, reason: "This hub sends no mail: SMTP_URL is not set." }),
};
