import { expect, it } from "vitest";
import { ExpiringMap } from "@/lib/platform/limits/expiring-map";

const keysOf = (map: ExpiringMap<number>, keys: string) => [...keys].filter((key) => map.get(key) !== undefined);

/** Sets each key in turn, a millisecond after the one before, for 100 ms. */
function setAll(map: ExpiringMap<number>, keys: string, fromMs = 0): void {
  for (const [at, key] of [...keys].entries()) map.set(key, fromMs + at, fromMs + at + 100, fromMs + at);
}

it.each([
  ["a key that was set again is the newest", "abcad", "cad"],
  ["one that was set again at once too", "abccd", "bcd"],
  ["and goes like any other once three came after it", "abccdef", "def"],
])("beyond three lets go of the one that was set longest ago: %s", (_, set, left) => {
  const map = new ExpiringMap<number>(3);
  setAll(map, set);
  expect(keysOf(map, "abcdef").toSorted()).toEqual([...left].toSorted());
  expect(map.size).toBe(3);
});

it("gives what was set last, and counts a key once", () => {
  const map = new ExpiringMap<number>(3);
  setAll(map, "aaa");
  expect([map.get("a"), map.size]).toEqual([2, 1]);
});

it("takes a key that was deleted for a new one", () => {
  const map = new ExpiringMap<number>(2);
  setAll(map, "ab");
  map.delete("b");
  expect(map.get("b")).toBeUndefined();
  setAll(map, "ba", 10);
  setAll(map, "c", 20);
  expect(keysOf(map, "abc")).toEqual(["a", "c"]);
});

it("lets go of what has expired as others are set, and of the newest too once it was set again for longer than it lived", () => {
  const map = new ExpiringMap<number>(10);
  setAll(map, "abc");
  map.set("c", 3, 300, 50);
  setAll(map, "d", 150);
  expect(keysOf(map, "abcd")).toEqual(["c", "d"]);
  setAll(map, "e", 400);
  expect(keysOf(map, "abcde")).toEqual(["e"]);
});
