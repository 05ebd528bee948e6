import { lastOutcomes } from "../support/outcomes";
import { FAULTS } from "./findings";
import { measured } from "./measured";

const outcomeOf = lastOutcomes();

for (const [area, faults] of Object.entries(FAULTS)) {
  process.stdout.write(`\n${area}\n`);
  for (const { id, fault, demanded, before, test } of faults) {
    const now = measured(id);
    const after = now ? `${now.seen} (${now.repetitions} ${now.repetitions === 1 ? "time" : "times"})` : "not measured";
    process.stdout.write(`\n  ${fault}\n    demanded: ${demanded}\n    before:   ${before}\n    after:    ${after}\n`);
    process.stdout.write(`    ${outcomeOf(test).padEnd(7)}   ${test.file} › ${test.title}\n`);
  }
}
