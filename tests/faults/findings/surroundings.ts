import type { Fault } from "./fault";

/** What surrounds the hub: its terminal and its clock. */
export const SURROUNDINGS: readonly Fault[] = [
  {
    id: "output-to-a-slow-reader",
    fault: "A command with much to say is piped to a slow reader.",
    demanded: "All of it is read before the command ends.",
    before: "The output was cut where the pipe was full.",
    test: { file: "tests/faults/slow-reader.test.ts", title: "a command with much to say" },
  },
  {
    id: "clock-set-back",
    fault: "The machine's clock is set back by up to two hours.",
    demanded: "No browser is signed out; federation tokens keep their 5 s of skew.",
    before: "Every session made within the two hours was answered 401.",
    test: { file: "tests/faults/clock-set-back.test.ts", title: "a clock that is set back" },
  },
];
