import { flushSync } from "react-dom";

/** Focuses an element. Typing continues a textarea's text, which browsers would have it start before. */
export function focusToType(target: HTMLElement | null | undefined): void {
  target?.focus();
  if (target instanceof HTMLTextAreaElement) target.setSelectionRange(target.value.length, target.value.length);
}

/** Applies a change and focuses its result synchronously: a frame later, the first typed letters would be lost. */
export function thenFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  focusToType(find());
}
