import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RollingLog } from "@/lib/limits/rolling-log";

describe("RollingLog", () => {
  it("holds what a plain list would hold, in the same order, through growth and wrapping", () => {
    const steps = fc.array(fc.record({ add: fc.nat(12), forget: fc.nat(12) }), { maxLength: 20 });
    fc.assert(
      fc.property(steps, (moves) => {
        const log = new RollingLog();
        let list: number[] = [];
        let nowMs = 0;
        for (const { add, forget } of moves) {
          for (let added = 0; added < add; added += 1) {
            nowMs += 1;
            log.add(nowMs);
            list.push(nowMs);
          }
          const untilMs = list[forget] ?? 0;
          log.forgetUntil(untilMs);
          list = list.filter((pointMs) => pointMs > untilMs);
          expect(Array.from({ length: log.size }, (_, index) => log.at(index))).toEqual(list);
        }
      }),
    );
  });
});
