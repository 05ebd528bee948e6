import type { Finding } from "./finding";

/** Found on budgets and quotas: what one person could make the hub do, or keep, without end. */
export const QUOTAS: readonly Finding[] = [
  {
    found:
      "A person's browser could issue keys and tokens, invite, upload, import and look things up without any limit.",
    before:
      "On one browser and an embedded database, in a minute: 1,012 API keys, 4,310 session tokens, 1,814 invitations, 26,731 previews of an import, 12,844 looks for a slug; none refused.",
    now: "Each kind has a budget for each person; over it the answer is a sentence, and for a route 429 with Retry-After.",
    tests: [
      { file: "tests/security/user-budgets.isolated.test.ts", title: "a person who goes on and on" },
      { file: "tests/architecture/budgets.test.ts", title: "a budget for each person" },
    ],
  },
  {
    found: "A brand could be filled without end, and two requests at once could have taken the same last place.",
    before:
      "Of 40 API keys, invitations, files, versions, brands and session tokens asked for at once, 40 were made of each; 3 were to be.",
    now: "Each has a quota, counted under a lock: 3 of 40 are made, the others are refused with the limit and what to do.",
    tests: [{ file: "tests/security/quotas.test.ts", title: "a quota" }],
  },
  {
    found: "Uploads that nobody uses stayed for ever.",
    before: "Nothing in the hub ever removed a file: its store's delete had no caller.",
    now: "A file that no version and no draft shows is gone after 30 days, also beside an upload or a save of the same content.",
    tests: [
      { file: "tests/security/unused-files.test.ts", title: "a file that nothing shows" },
      { file: "tests/security/unused-files.test.ts", title: "a file that a version shows" },
      { file: "tests/security/unused-files.test.ts", title: "while a file is being removed" },
    ],
  },
  {
    found:
      "A bucket that hung while files were removed held up everybody at work on the brand, and a brand too large to look through held up all.",
    before:
      "Bytes were deleted under the brand's lock, up to 31 seconds each; a failed look left its brand the first in line, for ever.",
    now: "Bytes go after the commit, one try of 5 seconds each under that file's own lock; a failed brand waits an hour, a run ends after 20 seconds.",
    tests: [
      { file: "tests/security/unused-files.test.ts", title: "while a file is being removed" },
      { file: "tests/security/unused-files.test.ts", title: "a run of the removal" },
    ],
  },
  {
    found:
      "A new brand's logo was stored under the lock of its maker's row: a slow bucket held it, with a connection, as long.",
    before: "Every other change of that person waited for the bucket.",
    now: "The logo is stored first, and goes again where the brand is not made; no transaction waits for a store, a limiter, a mail server or a hash.",
    tests: [
      { file: "tests/lib/brands/create-brand-from.test.ts", title: "holds no lock while a slow store takes the logo" },
      {
        file: "tests/lib/brands/create-brand-from.test.ts",
        title: "leaves no bytes of a logo whose brand is not made",
      },
      {
        file: "tests/architecture/transactions.test.ts",
        title: "waits for no store, no limiter, no mail server and no hash",
      },
    ],
  },
];
