import { flushSync } from "react-dom";

/** Focuses an element. In a textarea the caret goes to the end, because browsers put it at the start. */
export function focusToType(target: HTMLElement | null | undefined): void {
  target?.focus();
  if (target instanceof HTMLTextAreaElement) target.setSelectionRange(target.value.length, target.value.length);
}

/** Applies a change and focuses its result synchronously: a frame later, the first typed letters would be lost. */
export function thenFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  focusToType(find());
}
