import type { Fault } from "./fault";

const FILE = "tests/faults/embedded-database.test.ts";

/** The database that the hub brings, on its own machine. */
export const EMBEDDED_DATABASE: readonly Fault[] = [
  {
    id: "embedded-killed",
    fault: "The hub and its database server are killed while four connections write as fast as they can.",
    demanded: "Nothing acknowledged is lost; opening again takes at most 5 s, whatever went before.",
    before: "Nothing was lost; opening took up to 92 s, over 946 MB of WAL.",
    test: { file: FILE, title: "loses nothing that was acknowledged, and opens again in seconds" },
  },
  {
    id: "embedded-grows",
    fault: "A table of 1,000 rows is written again and again.",
    demanded: "WAL and table stay bounded while the hub runs.",
    before: "946 MB of WAL, none of it ever let go; 862 MB for the table.",
    test: { file: FILE, title: "keeps its log and its tables in bounds while it runs" },
  },
  {
    id: "embedded-held",
    fault: "A long transaction is under way, such as a batch of 500 events.",
    demanded: "Reads go on beside it.",
    before: "Reads waited for it: 0.5 to 4.7 s.",
    test: { file: FILE, title: "answers reads beside long work" },
  },
  {
    id: "embedded-server-killed",
    fault: "The database server is killed under a running hub.",
    demanded: "It comes again by itself; nothing hangs.",
    before: "There was none: it was the hub's own thread.",
    test: { file: FILE, title: "comes again after its server was killed, and nobody hangs" },
  },
  {
    id: "disk-full",
    fault: "The disk fills to 10 MB and to nothing, under load.",
    demanded:
      "Reads answer, writes are refused with a sentence, nothing hangs, SIGTERM works, room heals without a restart.",
    before: "Every request timed out for good, nothing was logged, SIGTERM was ignored, room did not help.",
    test: {
      file: "tests/faults/full-disk.test.ts",
      title: "has writes refused in time and read on, down to nothing, and takes them again once there is room",
    },
  },
  {
    id: "disk-full-unwatched",
    fault: "The disk fills faster than anybody looks, and the database server cannot write its log: it breaks.",
    demanded: "Nothing hangs; the server comes again once there is room.",
    before: "The hub hung for good.",
    test: {
      file: "tests/faults/full-disk.test.ts",
      title: "breaks the server where nobody watched, which comes again once there is room",
    },
  },
  {
    id: "stuck-thread",
    fault: "The thread that answers people is stuck for good.",
    demanded: "The process ends with a clear line after 30 s; a suspended machine and a debugger do not end it.",
    before: "It stayed, and took no signal.",
    test: {
      file: "tests/faults/stuck.test.ts",
      title: "has its process ended with one line, so that another can be started",
    },
  },
  {
    id: "stuck-server",
    fault: "The embedded database server is stopped (SIGSTOP), as one that hangs.",
    demanded: "It is found out by a probe, ended and started again, without a restart of the hub.",
    before: "There was none: it was the hub's own thread.",
    test: { file: "tests/faults/stuck.test.ts", title: "is found out from outside, ended and started again" },
  },
];
