import type { Finding } from "./finding";

export const PERSONAL_DATA: readonly Finding[] = [
  {
    found:
      "Every member of a brand, viewers included, read what its events carried, what was sent to its tools and what they answered.",
    before: "4 of 4 roles read payloads, bodies and answers.",
    now: "2 of 4: owners and admins. Lists of events and deliveries, without them, stay open to every member.",
    tests: [{ file: "tests/security/who-can-see.test.ts", title: "%s" }],
  },
  {
    found: "Nobody could have their account deleted, or get a copy of what the hub knows of them.",
    before:
      "9 of 9 traces of a person (names, emails, IP address, browser, linked sign-in) stayed for ever, in up to 8 tables.",
    now: "0 of 9 are found in any table, whoever asked and whether the log was chained before; the log verifies. A copy comes as one file.",
    tests: [
      { file: "tests/security/erasure.test.ts", title: "a person who used everything and is erased %s" },
      { file: "tests/security/erasure.test.ts", title: "deleting an account" },
      {
        file: "tests/security/erasure.test.ts",
        title: "leaves no name, email, address or browser behind, and waits for nobody for ever",
      },
      { file: "tests/architecture/personal-data.test.ts", title: "what names a person" },
      { file: "tests/lib/people/export-person.test.ts", title: "the export of a person's data" },
    ],
  },
  {
    found: "A brand could not be deleted: once archived it lay there for ever, and nobody saw it again.",
    before:
      "Rows in each of the tables that a brand has, and its files, stayed for ever; there was no way back either.",
    now: "0 rows and 0 files after a waiting time, in steps that survive the process; until then owners restore it or cancel. The log verifies at each step.",
    tests: [
      { file: "tests/security/brand-deletion.test.ts", title: "a brand's deletion" },
      {
        file: "tests/security/brand-deletion.test.ts",
        title:
          "answers tools and services after a brand's deletion as after its archiving, and as of one that never was",
      },
    ],
  },
  {
    found:
      "IP addresses, browsers, emails of used invitations, payloads and answers were kept as long as the brand or account.",
    before: "0 of 6 kinds ended by time.",
    now: "6 of 6, after the days that whoever runs the hub sets, in batches that survive the process; the log verifies between them, and a key that comes again is still known.",
    tests: [
      { file: "tests/security/retention.test.ts", title: "IP addresses" },
      { file: "tests/security/retention.test.ts", title: "payloads" },
      { file: "tests/security/retention.test.ts", title: "entries of the log" },
      { file: "tests/security/retention.test.ts", title: "retention" },
    ],
  },
  {
    found:
      "Names of passkeys stayed in the log after their owner was erased, and a request that had begun before still wrote rows of theirs.",
    before: "2 of 12 traces stayed for ever; 8 of 8 tables of one's own took a row of somebody erased.",
    now: "0 of 12; 0 of 8: triggers refuse them.",
    tests: [
      { file: "tests/security/erasure.test.ts", title: "a person who used everything and is erased %s" },
      { file: "tests/db/schema-guarantees.test.ts", title: "%s refuses %s" },
    ],
  },
  {
    found: "Erasing somebody took values of others out of the log, whose emails only contained theirs.",
    before: "4 of 4 such values went: ann@… took joann@… with it.",
    now: "0 of 4; those that name the person, by themselves or within a text, all go.",
    tests: [
      {
        file: "tests/security/erasure.test.ts",
        title: "leaves in the log what names somebody else whose email only contains theirs",
      },
    ],
  },
  {
    found:
      "A person's copy of their data named people whom they had done something to, and whoever made an account by a link that was handed over read what else was sent to its email.",
    before: "The names of others stood in it, and the brands that had invited an email nobody had proved.",
    now: "“Another person”; invitations that were accepted here, until the email is proved.",
    tests: [
      { file: "tests/lib/people/export-person.test.ts", title: "names nobody whom they did something to" },
      {
        file: "tests/lib/people/export-person.test.ts",
        title: "tells nobody whose email is not proved what others sent to that email",
      },
    ],
  },
  {
    found:
      "An owner's cancelling or restoring that waited for the brand's lock while its deletion began brought back a brand with parts gone; and deleting a brand with API keys read every event of the hub for each.",
    before:
      "Both were let through; the foreign key of events to keys had no index, so that the last step could outlast the time of a statement.",
    now: "The time is asked under the lock; every foreign key that a deletion follows has an index, or a short table.",
    tests: [
      {
        file: "tests/security/brand-deletion.test.ts",
        title: "can be stopped by nobody who waited for its lock until then",
      },
      {
        file: "tests/db/schema-guarantees.test.ts",
        title: "finds by an index what a foreign key has it look for when a row goes",
      },
    ],
  },
  {
    found:
      "Whoever archived brands, made others once they counted no more, and restored the old ones had more than a person may.",
    before: "2 brands for a quota of 1.",
    now: "The maker of a brand that counts no more needs room to restore it.",
    tests: [
      {
        file: "tests/security/brand-deletion.test.ts",
        title: "lets nobody restore more brands than a person may have made",
      },
    ],
  },
];
