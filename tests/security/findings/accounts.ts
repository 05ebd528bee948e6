import type { Finding } from "./finding";

const INVITATIONS = "tests/security/invitations.test.ts";

/** Invitations, forgotten passwords, emails and their proof. */
export const ACCOUNTS: readonly Finding[] = [
  {
    found: "An inviter claims an invited email that has no account, by the link that the hub shows them.",
    before: "The link was shown to the inviter, who made an account for ceo@example.com with a password of their own.",
    now: "Where the hub sends mails the inviter sees no link in any of 270 combinations; where it sends none, the account is marked unproved, and a link for its owner ends everything the claimer had.",
    tests: [
      { file: INVITATIONS, title: "every invitation" },
      { file: INVITATIONS, title: "is shown no link where the hub sends mails, and finds none in the database" },
      {
        file: INVITATIONS,
        title: "who claims an email stands out as unproved, until its owner takes the account by a mail",
      },
      {
        file: "tests/security/account-links.test.ts",
        title: "takes an account that somebody else made with the email: nothing they had of it is left",
      },
    ],
  },
  {
    found: "An inviter learns from the link's page whether the invited email has an account.",
    before: "The page said so, and the verb behind it: hasAccount true for a known email, false for another.",
    now: "One page for both; what it is made of is equal but for the email.",
    tests: [{ file: INVITATIONS, title: "learns from the link nothing of whether the email has an account" }],
  },
  {
    found:
      "A removed admin walks back in by invitations made before: to another email of theirs, or to one they claim.",
    before: "Both let them in again as an admin, after their removal.",
    now: "Removal, leaving, demotion and a transfer end what they may no longer make; 400 for each link.",
    tests: [{ file: INVITATIONS, title: "a removed admin" }],
  },
  {
    found: "Passwords that every attacker tries first can be set.",
    before: "password1234, qwertyuiop123, iloveyou12345 and 123456789012 were accepted.",
    now: "Refused with what to do instead, by a list that stays in the process; at most 32 characters are looked at, some 25 ms.",
    tests: [{ file: "tests/security/passwords.test.ts", title: "a new password" }],
  },
  {
    found:
      "A forgotten password has no way back but a hub administrator's database, and one by mail could tell who has an account.",
    before: "There was no reset at all.",
    now: "By mail, single-use, an hour, every session ended; the answer is given before the database is asked anything.",
    tests: [
      { file: "tests/security/account-links.test.ts", title: "a link for a new password" },
      {
        file: "tests/security/forgot-password.isolated.test.ts",
        title: "answers a forgotten password alike for every email, before it has asked the database anything",
      },
    ],
  },
  {
    found: "Mails can carry other people's words, headers and links, and fill a stranger's box.",
    before: "The hub sent no mail.",
    now: "One recipient and no header beside, names without links, 5 mails an hour to one email whoever causes them.",
    tests: [
      {
        file: "tests/lib/mail/smtp-mailer.test.ts",
        title: "reaches one email and carries no header beside, whatever stands in subject and email",
      },
      { file: "tests/lib/mail/outbox.test.ts", title: "lets five an hour to one email, whoever causes them" },
      { file: INVITATIONS, title: "fills nobody's box, however often they invite, revoke and send anew" },
    ],
  },
];
