import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Files whose hubs each run in a process of their own, and for which the build is made, start first: the others fill the time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes("/tests/faults/");
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const ISOLATED = "tests/**/*.isolated.test.ts";
/** The bench installs some below its own folder, which bring tests along. */
const PACKAGES = "**/node_modules/**";

export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: "@", replacement: root.replace(/\/$/, "") },
      { find: /^\.\/password-cost$/, replacement: `${root}tests/support/password-cost.ts` },
    ],
  },
  test: {
    globalSetup: ["tests/support/made-once.ts"],
    setupFiles: ["tests/support/environment.ts"],
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    tags: [{ name: "full", description: "A slow proof, which `npm run test:full` runs and `npm test` leaves out." }],
    sequence: { sequencer: LongestFirst },
    // Against hanging alone: no test claims anything by them. A hook may wait for a build on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 900_000,
    maxWorkers: "100%",
    // Loading the modules anew for each file costs more than most files' tests: only those that replace modules have a process of their own.
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["tests/**/*.test.ts"],
          exclude: [ISOLATED, PACKAGES],
          isolate: false,
        },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED], exclude: [PACKAGES], isolate: true } },
    ],
  },
});
