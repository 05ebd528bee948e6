export { createMailer } from "./create-mailer";
export { enqueueMail } from "./enqueue-mail";
export { readKeptMails } from "./folder-mailer";
export {
  takeEmailBudget,
  takeMailBudget,
  takeNewBrowserMail,
  takeNoticeMail,
  takeRequesterMailBudget,
} from "./mail-budget";
export { runMailTick } from "./run-tick";
export { checkSmtp } from "./smtp-mailer";
