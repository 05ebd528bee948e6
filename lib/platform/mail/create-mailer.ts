import { folderMailer } from "./folder-mailer";
import { type Mailer, NO_MAILER } from "./mailer";
import { smtpMailer } from "./smtp-mailer";

interface MailConfig {
  SMTP_URL?: string;
  MAIL_FROM?: string;
  HUB_DEMO: boolean;
  HUB_DATA_DIR: string;
}

/** What the configuration asks for: SMTP where it is set, the demo's folder in the demo, else nothing. */
export function createMailer({ SMTP_URL, MAIL_FROM, HUB_DEMO, HUB_DATA_DIR }: MailConfig): Mailer {
  if (SMTP_URL && MAIL_FROM) return smtpMailer({ url: SMTP_URL, from: MAIL_FROM });
  return HUB_DEMO ? folderMailer({ directory: HUB_DATA_DIR }) : NO_MAILER;
}
