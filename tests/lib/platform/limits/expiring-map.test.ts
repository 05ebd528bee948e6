import { expect, it } from "vitest";
import { ExpiringMap } from "@/lib/platform/limits/memory-store";

const keysOf = (map: ExpiringMap<number>, keys: string) => [...keys].filter((key) => map.get(key) !== undefined);

/** Sets each key a millisecond after the previous one, to expire after 100 ms. */
function setAll(map: ExpiringMap<number>, keys: string, fromMs = 0): void {
  for (const [at, key] of [...keys].entries()) map.set(key, fromMs + at, fromMs + at + 100, fromMs + at);
}

it.each([
  ["a key that is set again is the newest", "abcad", "cad"],
  ["also if it is set again at once", "abccd", "bcd"],
  ["it is dropped like any other after three more", "abccdef", "def"],
])("drops the entry set longest ago beyond three: %s", (_, set, left) => {
  const map = new ExpiringMap<number>(3);
  setAll(map, set);
  expect(keysOf(map, "abcdef").toSorted()).toEqual([...left].toSorted());
  expect(map.size).toBe(3);
});

it("returns the latest value and counts a key once", () => {
  const map = new ExpiringMap<number>(3);
  setAll(map, "aaa");
  expect([map.get("a"), map.size]).toEqual([2, 1]);
});

it("treats a deleted key as new", () => {
  const map = new ExpiringMap<number>(2);
  setAll(map, "ab");
  map.delete("b");
  expect(map.get("b")).toBeUndefined();
  setAll(map, "ba", 10);
  setAll(map, "c", 20);
  expect(keysOf(map, "abc")).toEqual(["a", "c"]);
});

it("drops expired entries when others are set, also the newest after it is set again", () => {
  const map = new ExpiringMap<number>(10);
  setAll(map, "abc");
  map.set("c", 3, 300, 50);
  setAll(map, "d", 150);
  expect(keysOf(map, "abcd")).toEqual(["c", "d"]);
  setAll(map, "e", 400);
  expect(keysOf(map, "abcde")).toEqual(["e"]);
});
