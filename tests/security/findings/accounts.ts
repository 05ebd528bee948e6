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
  {
    found: "Whoever was deactivated could still invite by a request that had been let in, and so be let in again.",
    before: "The invitation was made, and stayed open.",
    now: "403: an invitation asks under a lock whether its maker may still act, and who deactivates them waits for it and ends it.",
    tests: [
      {
        file: "tests/db/lock-order.test.ts",
        title: "invites nobody any more and renews nobody's invitation, however long ago the request was let in",
      },
      {
        file: "tests/db/lock-order.test.ts",
        title: "leaves no invitation that was under way, and neither waits for the other",
      },
    ],
  },
  {
    found: "Acts on one brand, or on one person in it, waited for one another until the database ended one of them.",
    before:
      "5 of 5 pairs on two connections ended in a deadlock: deactivating and inviting, accepting and renewing, revoking and renewing, revoking and rotating a key, discarding and publishing a draft.",
    now: "0 of 6: brands first, then people, then the rest, in every verb.",
    tests: [
      { file: "tests/db/lock-order.test.ts", title: "two at work on a brand never wait for one another" },
      {
        file: "tests/architecture/lock-order.test.ts",
        title: "has the brand's row first, or says above why it need not",
      },
    ],
  },
  {
    found: "The last owner who could sign in left a brand, or handed it over, to an owner who was deactivated.",
    before: "3 of 3 ways: leaving, giving ownership up, handing it over.",
    now: "0 of 3: whoever goes leaves the brand to somebody who can sign in.",
    tests: [{ file: "tests/lib/members/members.test.ts", title: "an owner beside one who is deactivated" }],
  },
];
