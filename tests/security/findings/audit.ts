import type { Finding } from "./finding";

export const AUDIT: readonly Finding[] = [
  {
    found: "Everybody of a brand, viewers included, saw and exported the IP address behind each act of the others.",
    before: "4 of 4 roles read the owner's address, on the page and in the export.",
    now: "2 of 4: owners and admins. For others there is no such column, and the exports' is empty.",
    tests: [{ file: "tests/security/audit.test.ts", title: "is shown and exported to the %s: %s" }],
  },
  {
    found: "The hub turned off a brand's webhooks after failures, and the audit log did not know.",
    before: "0 entries for a subscription that 410 or five days of failures turned off.",
    now: "1, with the reason. Every function that writes is held to record it, or stands in a list with why not.",
    tests: [
      {
        file: "tests/architecture/audited.test.ts",
        title: "is recorded in the audit log, or stands above with its reason",
      },
      {
        file: "tests/lib/deliveries/complete-delivery.test.ts",
        title: "is turned off at once by 410, and what is pending is cancelled with the reason",
      },
    ],
  },
  {
    found: "Whoever wrote to the database changed or removed entries of the audit log, and nothing told.",
    before: "0 of 10 changes by hand were shown: there was nothing to compare with.",
    now: "10 of 10, and an end cut off with all its traces, by hash chains with signed checkpoints.",
    tests: [
      { file: "tests/security/audit-chain.test.ts", title: "shows %s" },
      {
        file: "tests/security/audit-chain.test.ts",
        title: "shows an end that was cut off with all its traces, by the checkpoint",
      },
    ],
  },
  {
    found: "Nobody could be forgotten in the audit log: a trigger refused every change of it.",
    before: "0 of 4 personal fields could be erased.",
    now: "4 of 4, with a tombstone; the chains stay whole, and no salt is left to try names with.",
    tests: [
      {
        file: "tests/security/audit-chain.test.ts",
        title: "forgets a person in entries that were %s, and stays whole",
      },
      {
        file: "tests/security/audit-chain.test.ts",
        title: "keeps no salt of what it erased, so that nobody can try who it was",
      },
    ],
  },
];
