import { expect, it } from "vitest";
import { afterPress } from "@/components/assets/kind-labels";

const ORDER = ["a", "b", "c", "d", "e"];

it.each([
  ["selects one", "", { id: "b", checked: true, from: null }, "b"],
  ["adds one", "a", { id: "c", checked: true, from: null }, "a c"],
  ["takes one off", "a c", { id: "a", checked: false, from: null }, "c"],
  ["reaches down", "b", { id: "d", checked: true, from: "b" }, "b c d"],
  ["reaches up", "d", { id: "b", checked: true, from: "d" }, "b c d"],
  ["takes a range off", "a b c d", { id: "d", checked: false, from: "b" }, "a"],
  ["keeps what is outside", "a e", { id: "c", checked: true, from: "b" }, "a b c e"],
  ["is one where the last press is not shown any more", "z", { id: "c", checked: true, from: "z" }, "c z"],
  ["is one where it is the last press", "c", { id: "c", checked: false, from: "c" }, ""],
])("a press %s", (_, before, press, after) => {
  const selected = afterPress(new Set(before.split(" ").filter(Boolean)), ORDER, press);
  expect([...selected].sort().join(" ")).toBe(after);
});
