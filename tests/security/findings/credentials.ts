import type { Finding } from "./finding";

const PLACES = "tests/security/credential-places.isolated.test.ts";

export const CREDENTIALS: readonly Finding[] = [
  {
    found:
      "A named session token, sent as the cookie, opened the account page, issued new tokens of 30 days for ever and keys, signed out browsers and set a password.",
    before:
      "22 of 105 cells of kind × place: it opened account and key pages, their actions, uploads, mint, hand-off, next-auth's session and the active-brand cookie.",
    now: "0 cells: cookies accept browser sessions alone; the sign-in cookie's string still works as Bearer on the API.",
    tests: [{ file: PLACES, title: "what each kind of credential opens" }],
  },
  {
    found: "A named session token always could all that a session can over the API.",
    before: "A token for reading minted federation tokens (200).",
    now: "It is issued with scopes; one that may only read is answered 403 by mint. A federation token keeps the limits of its session.",
    tests: [
      { file: PLACES, title: "what each kind of credential opens" },
      { file: "tests/lib/federation/federation.test.ts", title: "keeps the limits of the session it was minted from" },
    ],
  },
  {
    found: "A named session token survived a change of the password that whoever issued it had guessed.",
    before: "It answered 200 after the change, with no offer to revoke it.",
    now: "The change revokes named tokens unless their owner unticks that.",
    tests: [
      {
        file: "tests/lib/account/change-password.test.ts",
        title: "ends the named tokens too, where their owner leaves that ticked",
      },
    ],
  },
  {
    found:
      "Whoever had a browser's session for a moment could issue keys and tokens, make owners, give away or archive the brand and, as a hub administrator, change tools and entitlements.",
    before:
      "12 of 12 such acts went on however old the sign-in was (without the guard, 53 of the 88 tests of step-up fail).",
    now: "0 of 12: each asks for the password, or a sign-in at the provider, once the last proof is over 15 minutes old; a wrong password counts as a failed sign-in.",
    tests: [
      { file: "tests/security/step-up.test.ts", title: "step-up, for an account %s" },
      { file: "tests/security/step-up.test.ts", title: "a proof" },
      {
        file: "tests/e2e/step-up.spec.ts",
        title: "asks for the password by keyboard, then does what was asked, and in another tab does not ask again",
      },
      {
        file: "tests/lib/auth/auth-options.test.ts",
        title: "is refused with another account, and leaves session and proof as they were",
      },
      {
        file: "tests/architecture/proofs.test.ts",
        title: "is asked by every verb that does what needs it, and by every write of a hub administrator",
      },
    ],
  },
  {
    found:
      "A proof belonged to the session's row: whoever held a copy of the session's cookie shared it for the 15 minutes after its owner's sign-in or proof.",
    before: "All 15 guarded acts went on with the copied cookie alone.",
    now: "None: a proof holds with a cookie of its own, HttpOnly and SameSite=Strict, that the browser gets with it and that is another each time.",
    tests: [
      {
        file: "tests/security/step-up.test.ts",
        title: "by %s is of the browser that gave it, whoever holds a copy of the session's cookie",
      },
      { file: "tests/security/step-up.test.ts", title: "ends what was given for the one before" },
      { file: "tests/security/step-up.test.ts", title: "is none of another session of the same person" },
    ],
  },
  {
    found:
      "A sign-in at a provider that one session set out for was taken as a proof in whichever session it came back to, and its cookies could be planted by a child's subdomain.",
    before: "3 of 3: another session of the same person, one where nobody was signed in before, none any more.",
    now: "0 of 3: the cookies that it must come back with are named after the session that set out, and begin with __Host-.",
    tests: [
      { file: "tests/security/provider-callback.test.ts", title: "proves and signs in nobody in %s" },
      {
        file: "tests/security/provider-callback.test.ts",
        title: "keeps what must come back where no child's subdomain can plant it",
      },
    ],
  },
  {
    found: "A secret that others issued could be the hub's own, too.",
    before:
      "With the federation secret as the password of mail or database, of Redis, S3, GitHub, Google or the company's provider the hub started: 8 of 8.",
    now: "0 of 8; a test takes every variable of .env.example that holds a secret.",
    tests: [
      { file: "tests/security/check-deployment.test.ts", title: "each secret that the hub may be given" },
      { file: "tests/security/check-deployment.test.ts", title: "is another one than the rest: %s" },
    ],
  },
];
