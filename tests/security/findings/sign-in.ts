import type { Finding } from "./finding";

const TWO_STEP = "tests/security/two-step.test.ts";
const GAPS = "tests/security/two-step-gaps.test.ts";
const REQUIRED = "tests/security/two-step-required.test.ts";
const FLOODS = "tests/security/sign-in-floods.test.ts";
const SIGN_IN = "tests/security/sign-in.test.ts";
const OIDC = "tests/security/oidc.test.ts";
const COMPANY = "tests/security/company-sign-in.test.ts";

export const SIGN_IN_FINDINGS: readonly Finding[] = [
  {
    found:
      "Ten wrong passwords from anywhere locked a person out everywhere, and whoever kept on guessing kept them out.",
    before:
      "With 10 guesses each 5 minutes the right password was refused 288 times of 288 in a day; 2,880 guesses were heard.",
    now: "A browser that has signed in before gets in every time; 100 guesses a day are heard from all others together.",
    tests: [
      {
        file: SIGN_IN,
        title: "from everywhere for a day is heard 100 times, and keeps no browser out that has signed in before",
      },
      { file: "tests/lib/account/sign-in-with-password.test.ts", title: "a browser that has signed in before" },
    ],
  },
  {
    found: "One client could guess at one account all day.",
    before: "960 of 1,152 guesses from one address were heard in a day.",
    now: "20, with delays of a minute, a quarter of an hour and a day; the account stays open to other networks.",
    tests: [
      {
        file: SIGN_IN,
        title: "from one network for a day is heard 20 times for one account, and leaves the account open elsewhere",
      },
    ],
  },
  {
    found: "Each of the 2⁶⁴ addresses that one customer has over IPv6 was a new client with new budgets.",
    before: "100 of 100 guesses from as many addresses of a /64 were heard, and 100 of 100 failed API credentials.",
    now: "30 and 20: a /64 is one client, wherever the hub limits by client IP.",
    tests: [
      {
        file: SIGN_IN,
        title: "from the addresses of one IPv6 network, at one account after another, is guessing from one",
      },
      { file: SIGN_IN, title: "counts failed API credentials of one IPv6 network together" },
    ],
  },
  {
    found: "Whoever held a session could guess the present password without end.",
    before: "1,152 of 1,152 guesses were heard in a day.",
    now: "30 for each session; they count on it alone, so that its thief keeps nobody out.",
    tests: [
      {
        file: SIGN_IN,
        title: "where the present one is asked for is heard 30 times a day, whatever session was stolen",
      },
    ],
  },
  {
    found: "A flood of sign-ins filled the process's threads: files and names waited behind the hashes.",
    before: "57 of 60 hashes went before one look at a file.",
    now: "Two hashes at a time, 100 more wait, the rest are told to come again; who is known waits behind no stranger.",
    tests: [
      { file: SIGN_IN, title: "leaves the process's threads to others while many passwords are checked at once" },
    ],
  },
  {
    found: "The audit log knew neither who signed in nor who failed to.",
    before: "0 entries for a sign-in and for a wrong password.",
    now: "One for each sign-in; for failures the first, tenth and hundredth of an hour for an account, so that no flood fills the log.",
    tests: [
      { file: SIGN_IN, title: "audits who signs in and who fails to" },
      {
        file: "tests/lib/account/sign-in-with-password.test.ts",
        title: "has the first, the tenth and the hundredth failure of an hour, however many there are",
      },
    ],
  },
  {
    found: "Only for an account did the answer to a wrong password wait for an entry in the audit log.",
    before: "With a database that hangs at that entry the answer never came; for an unknown email it came at once.",
    now: "No answer waits: the entry is written in the background.",
    tests: [{ file: SIGN_IN, title: "keeps no answer waiting for the audit log, which would tell who has an account" }],
  },
  {
    found:
      "An email that was given to the next person of the name gave them the account of the one before, at GitHub and Google.",
    before:
      "A second identity at a provider with the account's verified email was linked beside the first, and signed in.",
    now: "Refused: an account has one identity at each provider, and is never found by its email again once it has.",
    tests: [
      { file: OIDC, title: "gives an email's next owner nothing of the one before" },
      {
        file: OIDC,
        title: "knows a person by issuer and subject: a new email there moves nobody into another's account",
      },
    ],
  },
  {
    found: "A company could not have its people sign in at its own provider, with the ID token checked.",
    before: "There was no such sign-in.",
    now: "OpenID Connect at any issuer: 11 ways to tamper with an ID token are refused in a round trip against a real provider, and a proof needs a sign-in there of the last 5 minutes.",
    tests: [
      { file: OIDC, title: "an ID token is refused" },
      { file: OIDC, title: "proving at the company's provider who one is" },
    ],
  },
  {
    found:
      "Whoever was removed from a brand was known from its activity alone, which is erased in time: a sign-in that makes members could have let them back in.",
    before: "No table knew former members.",
    now: "A trigger keeps who was one, however it ended; a role claim makes members for the first time alone, in each of 18 combinations.",
    tests: [
      { file: "tests/lib/members/join-by-role-claim.test.ts", title: "a role claim" },
      { file: "tests/lib/members/join-by-role-claim.test.ts", title: "who was a member once" },
      {
        file: OIDC,
        title:
          "the role claim makes a member of who signs in, by ID token or userinfo, and only where it is configured",
      },
    ],
  },
  {
    found: "Whose company has a sign-in of its own got in by a password all the same.",
    before: "Each of 13 other ways in, or to prove who one is, was open.",
    now: "Each is closed for emails of the company's domains, by the domain alone: nothing is looked up or counted.",
    tests: [
      { file: COMPANY, title: "people of a company's domain" },
      {
        file: COMPANY,
        title: "are told so before anything is looked up or counted, whether they have an account or not",
      },
    ],
  },
  {
    found:
      "Sign-ins that succeed had no budget: whoever knew one password could fill sessions, the audit log and the account's mail box, which need not be theirs.",
    before: "400 of 400 sign-ins in an hour, each with a session and an entry; 20 of 20 new browsers told by mail.",
    now: "300 an hour from a network and 2,000 a day to an account; 100 browsers at a time; 3 mails a day, the third of which says that it is the last. Known browsers and new passwords have budgets of their own.",
    tests: [{ file: FLOODS, title: "whoever knows a password" }],
  },
  {
    found:
      "Without Redis one map of 50,000 keys held every counter: made-up emails from many networks pushed out the one that protects an account.",
    before: "After 25,000 guesses at other emails the account heard another 100.",
    now: "None: emails are counted in as many groups as there is room for, and each purpose has room of its own.",
    tests: [
      { file: FLOODS, title: "who make up emails and networks push out no count of an account, in bounded memory" },
      { file: FLOODS, title: "who ask for new passwords of made-up emails push out no count of a person's mails" },
      { file: "tests/lib/limits/memory-store.test.ts", title: "has room of its own for each purpose" },
    ],
  },
  {
    found: "Limits by client IP counted IPv6 by /64 alone, of which whoever has a /48 has 65,536.",
    before: "5,000 of 5,000 guesses from as many networks of a /48 were heard, and as many failed credentials.",
    now: "300 in five minutes, and 200 a minute: a /48 has ten times a network's budget.",
    tests: [
      {
        file: FLOODS,
        title: "of one IPv6 site are heard ten times as often as those of one network, however many networks it has",
      },
    ],
  },
  {
    found:
      "A password of over 1,000 characters counted as a guess, without the work of one: a cheap way to use up an account's guesses.",
    before: "5 of them from a network shut it out of the account.",
    now: "They are answered at once and not counted, as there is nothing to guess.",
    tests: [
      { file: FLOODS, title: "who send what no password can be are answered at once, and use up nobody's guesses" },
    ],
  },
  {
    found:
      "Whoever waited for a hash waited without end, and one known browser could fill the queue of all known ones.",
    before: "100 of 100 places for one person; no answer while a hash hung.",
    now: "4 places for one person; after 15 seconds a sentence and 429.",
    tests: [
      {
        file: "tests/lib/account/hashing-turns.test.ts",
        title: "lets few of one person wait, and everybody else all the same",
      },
      {
        file: "tests/lib/account/hashing-turns.test.ts",
        title:
          "tells whoever waits too long, for a turn or for work that hangs, to come again; the turn goes on once the work ends",
      },
    ],
  },
  {
    found:
      "Who reset their password because somebody guessed at it was kept out with the new one: their browser was a stranger's.",
    before: "The right new password was refused for up to a day while others used up the account's guesses.",
    now: "Heard at once in the browser where it was reset, which is marked as new at its first sign-in all the same.",
    tests: [
      {
        file: "tests/security/reset-password.isolated.test.ts",
        title: "lets who resets their password in while strangers guess at it, and tells of their browser all the same",
      },
    ],
  },
  {
    found: "A password alone, or an account at GitHub or Google that somebody took over, opened every account.",
    before: "A session for each, and nothing else to ask for.",
    now: "An account with a passkey or an authenticator app has no session before the second step, whichever way the first was done; the opening of a session asks once more.",
    tests: [
      {
        file: TWO_STEP,
        title: "gets no session by its password, by GitHub or Google, or by anything else that gives none",
      },
      {
        file: "tests/lib/auth/auth-options.test.ts",
        title:
          "of an account with a factor goes on to the second step, by a password as by GitHub, and opens no session before",
      },
      { file: TWO_STEP, title: "is taken once for one first step, of two that come at once too" },
    ],
  },
  {
    found:
      "What a second step takes can be seen or guessed: codes over somebody's shoulder, a million of them by a program.",
    before: "No second step.",
    now: "A code, a recovery code and a passkey's answer work once, of two at once for one; 20 wrong codes a day are heard from all unknown browsers together.",
    tests: [
      {
        file: TWO_STEP,
        title: "is accepted once: not again in its time, nor an older one after it, nor one of two at once",
      },
      {
        file: TWO_STEP,
        title:
          "is guessed 5 times a minute and 20 a day, from all unknown browsers together, and then the right one is not heard",
      },
      { file: TWO_STEP, title: "works once, of two at once for one, and its owner hears of it" },
      {
        file: TWO_STEP,
        title: "answers a challenge once, within five minutes, in the browser that was asked, for what was asked",
      },
      { file: TWO_STEP, title: "is refused once its counter does not grow: it was copied" },
    ],
  },
  {
    found: "The way back into an account could be a way round its second step, or leave a stranger's passkey in it.",
    before: "No second step.",
    now: "A new password leaves the factors of a confirmed account; the first proof of an email clears those of whoever had the account before, and undoing a change of email those added since.",
    tests: [
      {
        file: TWO_STEP,
        title:
          "a new password by mail leaves the factors of a confirmed account, and its next sign-in still needs the second step",
      },
      {
        file: TWO_STEP,
        title: "the first proof of an email by mail clears the factors of whoever had the account before",
      },
      {
        file: TWO_STEP,
        title: "undoing a change of email takes the factors that were added since, and leaves those of before",
      },
    ],
  },
  {
    found: "A brand could not ask its members for more than a password.",
    before: "Each member's weakest way in was the brand's.",
    now: "Where it is required, 64 combinations of role, factor, session and token are let in by strong sessions alone, also those that were open before; keys and tools go on.",
    tests: [
      {
        file: REQUIRED,
        title:
          "for a $role, required: $required, with a factor: $factor, in a strong session: $strong, of a named token: $token, lets in: $lets",
      },
      {
        file: REQUIRED,
        title: "shuts sessions that are open at that moment, until their person has confirmed by a factor",
      },
      { file: REQUIRED, title: "is refused to an owner who would lock themselves out, and asks for a recent proof" },
    ],
  },
  {
    found:
      "A session could leave behind what outlives it, by a request that met the moment in which its owner took the account back.",
    before:
      "A passkey, an app, recovery codes, a named token, a change of email and a first password were made by sessions that had ended.",
    now: "Each is made only while the session stands, under the lock that whoever ends it has.",
    tests: [{ file: GAPS, title: "leaves nothing behind that outlives it: %s" }],
  },
  {
    found:
      "What proved a person could be gone by the time it was made use of: a passkey that the operator reset, a password that a first factor overtook.",
    before: "A strong session of an account without a factor; a proof by the password of an account with one.",
    now: "Both are asked again under the account's lock.",
    tests: [
      { file: GAPS, title: "opens no session: the operator's reset ends every sign-in, those under way too" },
      { file: GAPS, title: "and a password that was checked while the first factor came prove nothing" },
    ],
  },
  {
    found: "A challenge or first step that was used was forgotten at its time, and taken for five seconds more.",
    before: "The same answer of a passkey that does not count signed in twice.",
    now: "Remembered for a day after its time.",
    tests: [
      { file: GAPS, title: "is taken for used %i s after its time, as long as it is taken at all" },
      { file: GAPS, title: "is forgotten a day later" },
    ],
  },
  {
    found:
      "Each new password by mail made a browser that the account knows, with guesses at its codes: for a thief of the mail box 15 times a day.",
    before: "15 mails a day made it 320 codes, which is 30 % a year.",
    now: "20 a day: only a browser that has signed in has guesses of its own.",
    tests: [
      {
        file: GAPS,
        title:
          "codes are guessed no more often for a browser in which somebody only set a new password by a mail's link",
      },
    ],
  },
  {
    found:
      "A brand that requires two steps did not ask for them once it was archived: to restore it, or to have it deleted.",
    before: "Done in a weak session.",
    now: "Refused, with a sentence.",
    tests: [
      {
        file: GAPS,
        title: "a brand that requires two steps asks its owners for them while it is archived, too",
      },
    ],
  },
  {
    found:
      "Somebody whose company's provider is their only way in could add a factor, unseen in their account, for the day that rule is lifted.",
    before: "Added.",
    now: "Refused, like a password.",
    tests: [
      {
        file: GAPS,
        title: "the company's people add no factor of their own, which would open the account once its rule is lifted",
      },
    ],
  },
  {
    found: "The role claim made somebody a member who was deactivated or deleted between their proof and it.",
    before: "A membership of nobody, also as an owner.",
    now: "None.",
    tests: [
      {
        file: GAPS,
        title: "the role claim makes nobody a member who was deactivated or erased in the meantime",
      },
    ],
  },
  {
    found: "Who had somebody's password and no second step left no trace: its owner never learned that it is known.",
    before: "No entry, no mail.",
    now: "An entry in the owner's activity and the hub's, the first of an hour, the tenth and the hundredth.",
    tests: [
      {
        file: GAPS,
        title:
          "a right password without its second step has an entry, the first of an hour, by which its owner learns that it is known",
      },
    ],
  },
];
