import { describe, expect, it } from "vitest";
import { Turns } from "@/lib/account/hashing-turns";

/** Work that ends when it is told to, and the order in which it began. */
function workshop(turns: Turns) {
  const begun: string[] = [];
  const end: Record<string, () => void> = {};
  const start = (name: string, known: boolean) =>
    turns.run(
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          end[name] = () => resolve(name);
        }),
      { known },
    );
  return { begun, end, start };
}

describe("turns", () => {
  it("runs so many at a time, and who is known before the strangers that came earlier", async () => {
    const { begun, end, start } = workshop(new Turns({ atOnce: 1, mostWaiting: 10 }));
    const all = [start("first", false), start("stranger", false), start("known", true)];
    for (const name of ["first", "known", "stranger"]) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end[name]?.();
    }
    expect(await Promise.all(all)).toEqual(["first", "stranger", "known"]);
    expect(begun).toEqual(["first", "known", "stranger"]);
  });

  it("refuses at once beyond so many waiting strangers, and still lets who is known wait", async () => {
    const { end, begun, start } = workshop(new Turns({ atOnce: 1, mostWaiting: 2 }));
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
    const turns = new Turns({ atOnce: 1, mostWaiting: 1 });
    await expect(turns.run(() => Promise.reject(new Error("x")), { known: true })).rejects.toThrow("x");
    expect(await turns.run(async () => "next", { known: true })).toBe("next");
  });
});
