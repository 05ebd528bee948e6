import type { Fault } from "./fault";

/** Receivers that hang, and senders that die. */
export const WEBHOOKS: readonly Fault[] = [
  {
    id: "hanging-tools",
    fault: "1, 4 and 12 tools that never answer, for 200 brands each, beside one that does.",
    demanded: "A delivery to the healthy tool starts within 2 s at p99.",
    before: "4 of them: of 360 deliveries to the healthy tool 176 had not arrived after six minutes.",
    test: {
      file: "tests/faults/hanging-tools.test.ts",
      title: "hold a healthy tool's deliveries up for less than two seconds, however many they are",
    },
  },
  {
    id: "poisonous-receivers",
    fault: "28 kinds of receivers that hang, trickle, flood, break off, or answer what is no HTTP.",
    demanded: "Each attempt is over after its 10 s, and what is no whole 2xx is no acceptance.",
    before: "25 kinds were tried, each over in 10 s.",
    test: {
      file: "tests/faults/poisonous-receivers.test.ts",
      title: "ends each attempt in time, whatever a receiver does, and takes none of it for an acceptance that is none",
    },
  },
  {
    id: "killed-mid-tick",
    fault: "A process is killed in the middle of a tick.",
    demanded: "Nothing is lost, and nothing arrives twice but what was under way.",
    before: "Killed 60 times: nothing lost, nothing doubled.",
    test: {
      file: "tests/faults/killed.test.ts",
      title: "in the middle of a tick loses no delivery, and repeats none but those under way",
    },
  },
  {
    id: "killed-mid-publish",
    fault: "A process is killed in the middle of a publish.",
    demanded: "What was acknowledged is there, each version with its deliveries and its entry, or not at all.",
    before: "Killed 60 times: nothing lost, nothing doubled.",
    test: {
      file: "tests/faults/killed.test.ts",
      title: "in the middle of a publish leaves each version whole or not there",
    },
  },
  {
    id: "poisonous-delivery",
    fault: "A delivery whose sending kills the process, each time.",
    demanded: "It is dead after 18 attempts, as any other.",
    before: "It was tried again every 30 s for ever: attempts were counted at their end.",
    test: {
      file: "tests/faults/killed.test.ts",
      title: "by what it sends, each time, sends it no more after as many attempts as any other",
    },
  },
];
