import { lastOutcomes } from "../support/outcomes";
import { FINDINGS } from "./findings";

const outcomeOf = lastOutcomes();

for (const [area, findings] of Object.entries(FINDINGS)) {
  process.stdout.write(`\n${area}\n`);
  for (const { found, before, now, tests } of findings) {
    process.stdout.write(`\n  ${found}\n    before: ${before}\n    now:    ${now}\n`);
    for (const test of tests) process.stdout.write(`    ${outcomeOf(test).padEnd(7)} ${test.file} › ${test.title}\n`);
  }
}
