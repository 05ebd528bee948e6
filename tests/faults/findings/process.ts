import type { Fault } from "./fault";

const FILE = "tests/faults/stop-under-load.test.ts";

/** The process is stopped, or makes a mistake. */
export const PROCESS: readonly Fault[] = [
  {
    id: "stop-under-load",
    fault: "SIGTERM to one of two hubs under load, behind a proxy that looks at their readiness.",
    demanded: "No request is reset in 20 stops.",
    before: "Requests that had been sent were reset: the process closed its connections at the signal.",
    test: { file: FILE, title: "are stopped and replaced under load without a request that is reset" },
  },
  {
    id: "stop-kept-connections",
    fault: "SIGTERM while callers without any proxy send one request after the other on connections they keep.",
    demanded: "No request that was sent is reset.",
    before: "Idle connections were destroyed with what lay unread in them.",
    test: { file: FILE, title: "answers each request that was sent before it heard of the stop" },
  },
  {
    id: "unhandled-rejection",
    fault: "A promise is rejected and nobody looks at it.",
    demanded: "It is logged with its stack and counted; the process goes on.",
    before: "Only a listener of Next's kept the process alive.",
    test: { file: FILE, title: "goes on after a promise that nobody looked at, and says where it was rejected" },
  },
  {
    id: "uncaught-exception",
    fault: "An error is thrown where nothing catches it.",
    demanded: "It is logged, and the process ends: nothing of it can be trusted.",
    before: "A listener of Next's logged it, and the process went on as if nothing had happened.",
    test: { file: FILE, title: "ends after an error that nothing caught, with a line that says so" },
  },
];
