import type { Finding } from "./finding";

export const PERSONAL_DATA: readonly Finding[] = [
  {
    found:
      "Every member of a brand, viewers included, read what its events carried, what was sent to its tools and what they answered.",
    before: "4 of 4 roles read payloads, bodies and answers.",
    now: "2 of 4: owners and admins. Lists of events and deliveries, without them, stay open to every member.",
    tests: [{ file: "tests/security/who-can-see.test.ts", title: "%s" }],
  },
];
