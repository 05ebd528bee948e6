import type { Fault } from "./fault";

/** What the hub runs on and beside: a platform of functions, and a store of files. */
export const PLATFORMS: readonly Fault[] = [
  {
    id: "functions-alone",
    fault:
      "What the build traces of each function stands alone in an empty folder, as a platform of functions runs it.",
    demanded: "Every operation of the contract, the PDF, the kit and a page answer, on PostgreSQL, S3 and Redis.",
    before: "Not tried: a file that tracing does not see would have been missed first in production.",
    test: {
      file: "tests/faults/serverless.test.ts",
      title: "what the build traces of a function, alone in an empty folder",
    },
  },
  {
    id: "store-faults",
    fault:
      "The S3 store answers 500 or 503, hangs up, falls silent, drips, or gives half of a file, once or every time.",
    demanded:
      "An answer in bounded time, no half file served or kept; one fault costs nobody an error where trying again is safe.",
    before: "Half a body that the store called whole was served as the file; three silent attempts took 31 s.",
    test: { file: "tests/faults/store.test.ts", title: "a store that does not do as it should" },
  },
];
