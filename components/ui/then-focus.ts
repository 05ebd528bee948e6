import { flushSync } from "react-dom";

/** Makes a change and moves the focus to what it brought, before the next key: a frame later the first letters typed would be lost. */
export function thenFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
