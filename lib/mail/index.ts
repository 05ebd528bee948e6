export type { NewMail } from "./enqueue-mail";
export { type Mailer, NO_MAILER, type OutgoingMail, type SendOutcome } from "./mailer";
export { type MailContent, quoted } from "./render-mail";
