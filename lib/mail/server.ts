export { createMailer } from "./create-mailer";
export { enqueueMail } from "./enqueue-mail";
export { readKeptMails } from "./folder-mailer";
export { takeEmailBudget, takeMailBudget, takeNewBrowserMail, takeRequesterMailBudget } from "./mail-budget";
export { runMailTick } from "./run-tick";
