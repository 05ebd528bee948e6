import { expect, it } from "vitest";
import { afterPress } from "@/components/assets/kind-labels";

const ORDER = ["a", "b", "c", "d", "e"];

it.each([
  ["selects one", "", { id: "b", checked: true, from: null }, "b"],
  ["adds one", "a", { id: "c", checked: true, from: null }, "a c"],
  ["removes one", "a c", { id: "a", checked: false, from: null }, "c"],
  ["extends down", "b", { id: "d", checked: true, from: "b" }, "b c d"],
  ["extends up", "d", { id: "b", checked: true, from: "d" }, "b c d"],
  ["removes a range", "a b c d", { id: "d", checked: false, from: "b" }, "a"],
  ["keeps those outside", "a e", { id: "c", checked: true, from: "b" }, "a b c e"],
  ["selects one if the last press is no longer shown", "z", { id: "c", checked: true, from: "z" }, "c z"],
  ["selects one if it is the last press", "c", { id: "c", checked: false, from: "c" }, ""],
])("a press %s", (_, before, press, after) => {
  const selected = afterPress(new Set(before.split(" ").filter(Boolean)), ORDER, press);
  expect([...selected].sort().join(" ")).toBe(after);
});
