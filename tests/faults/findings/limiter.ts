import type { Fault } from "./fault";

/** What counts for all processes is not there, or the process itself is late. */
export const LIMITER: readonly Fault[] = [
  {
    id: "limiter-busy-process",
    fault: "Three processes are busy for longer than the limiter waits for Redis, while its answers have arrived.",
    demanded: "One budget over all of them: 60 of 180 calls.",
    before: "The timer fired first, each process counted for itself, and 180 of 180 calls were admitted.",
    test: {
      file: "tests/faults/limiter.test.ts",
      title: "a process that is busy for longer than an answer may take",
    },
  },
  {
    id: "limiter-outage",
    fault: "Redis is killed, hangs, is slow, resets its connections, or is cut off without a word, by either protocol.",
    demanded:
      "Every call is decided, by one budget of each process; one budget over all again afterwards, without a restart.",
    before:
      "One failure in 300 ms was taken for an outage of 5 s; an operator of Redis needed a bridge to Upstash's protocol.",
    test: { file: "tests/faults/limiter.test.ts", title: "a Redis that goes" },
  },
];
