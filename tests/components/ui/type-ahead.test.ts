import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTypeAhead } from "@/components/ui/type-ahead";

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal("document", page);
});
afterEach(() => vi.unstubAllGlobals());

/** Presses keys and returns those that reached the page. */
function press(...keys: string[]): string[] {
  return keys.filter((key) => page.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key })));
}

it("captures typed text and an Enter once, and nothing after", () => {
  const ahead = createTypeAhead();
  expect(press("x")).toEqual(["x"]);
  ahead.keep();
  ahead.keep();
  expect(press("a", "Shift", "b", "Enter", "c")).toEqual(["Shift"]);
  expect(ahead.take()).toEqual({ typed: "ab", entered: true });
  expect(press("d", "Enter")).toEqual(["d", "Enter"]);
  expect(ahead.take()).toEqual({ typed: "", entered: false });
});

it.each([
  ["Escape", () => press("Escape")],
  ["Tab", () => press("Tab")],
  ["a press elsewhere", () => page.dispatchEvent(new Event("pointerdown"))],
])("stops capturing after %s", (_, turnAway) => {
  const ahead = createTypeAhead();
  ahead.keep();
  expect(press("a")).toEqual([]);
  turnAway();
  expect(press("b")).toEqual(["b"]);
  expect(ahead.take()).toEqual({ typed: "", entered: false });
});

it("captures again when restarted", () => {
  const ahead = createTypeAhead();
  ahead.keep();
  press("a", "Enter");
  ahead.take();
  ahead.keep();
  press("b");
  expect(ahead.take()).toEqual({ typed: "b", entered: false });
});
