import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { Turns, type TurnsOptions } from "@/lib/access/account/password";

/** One at a time. */
const turnsWith = (options: Partial<TurnsOptions>) =>
  new Turns({ atOnce: 1, mostWaiting: 10, mostOfOne: 10, patienceMs: 60_000, ...options });

/** Work that ends when it is told to, and the order in which it began. */
function workshop(turns: Turns) {
  const begun: string[] = [];
  const end: Record<string, () => void> = {};
  const start = (name: string, known: boolean, who?: string) =>
    turns.run(
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          end[name] = () => resolve(name);
        }),
      { known, who },
    );
  return { begun, end, start };
}

describe("the password hashing queue", () => {
  it("runs so many at a time, and who is known before the strangers that came earlier", async () => {
    const { begun, end, start } = workshop(turnsWith({ mostWaiting: 10 }));
    const all = [start("first", false), start("stranger", false), start("known", true)];
    for (const name of ["first", "known", "stranger"]) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end[name]?.();
    }
    expect(await Promise.all(all)).toEqual(["first", "stranger", "known"]);
    expect(begun).toEqual(["first", "known", "stranger"]);
  });

  it("refuses at once beyond so many waiting strangers, and still lets who is known wait", async () => {
    const { end, begun, start } = workshop(turnsWith({ mostWaiting: 2 }));
    const all = [start("a", false), start("b", false), start("c", false)];
    await expect(start("d", false)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 5 });
    all.push(start("known", true));
    for (const name of ["a", "known", "b", "c"]) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end[name]?.();
    }
    await Promise.all(all);
  });

  it("hands the turn on after a failure", async () => {
    const turns = turnsWith({ mostWaiting: 1 });
    await expect(turns.run(() => Promise.reject(new Error("x")), { known: true })).rejects.toThrow("x");
    expect(await turns.run(async () => "next", { known: true })).toBe("next");
  });

  it("limits waiting requests per person without blocking others", async () => {
    const { begun, end, start } = workshop(turnsWith({ mostOfOne: 2 }));
    const all = [start("a", true, "ana"), start("b", true, "ana"), start("c", true, "ana")];
    await expect(start("d", true, "ana")).rejects.toMatchObject({ code: "rate_limited" });
    all.push(start("other", true, "ben"));
    for (const name of ["a", "b", "c", "other"]) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end[name]?.();
    }
    await Promise.all(all);
  });

  it("answers 429 to requests that wait too long, and continues once the hanging hash ends", async () => {
    const { begun, end, start } = workshop(turnsWith({ patienceMs: 300 }));
    const outcomes = await Promise.allSettled([start("hanging", false), start("waiting", false)]);
    const refused = { reason: { code: "rate_limited", retryAfterSeconds: 5 } };
    expect(outcomes).toMatchObject([refused, refused]);
    const next = start("next", false);
    end.hanging?.();
    await expect.poll(() => begun).toEqual(["hanging", "next"]);
    end.next?.();
    expect(await next).toBe("next");
  });

  it("refuses nobody whose hash came while the process itself was busy", async () => {
    const turns = turnsWith({ patienceMs: 30 });
    const pbkdf2Async = promisify(pbkdf2);
    const hashing = ["first", "second"].map((password) =>
      turns.run(() => pbkdf2Async(password, "salt", 1, 16, "sha256"), { known: true }),
    );
    // Both timers are due by the time that anything is looked at again.
    const until = performance.now() + 300;
    while (performance.now() < until);
    const outcomes = await Promise.allSettled(hashing);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });
});
