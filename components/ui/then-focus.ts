import { flushSync } from "react-dom";

/** Applies a change and focuses its result synchronously: a frame later, the first typed letters would be lost. */
export function thenFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
