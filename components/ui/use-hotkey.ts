"use client";

import { useEffect, useRef } from "react";

/** Calls `onPress` when the chord is pressed anywhere on the page ("mod+k", "mod+shift+p", "escape"); "mod" is Command on Apple machines, Control elsewhere. `null` listens to nothing. */
export function useHotkey(chord: string | null, onPress: () => void): void {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  }, [onPress]);
  useEffect(() => {
    if (chord === null) return;
    const listen = (event: KeyboardEvent) => {
      if (!matchesChord(event, chord)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [chord]);
}

type Press = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** Whether a key press is exactly the chord, no modifier more. */
export function matchesChord(press: Press, chord: string): boolean {
  const parts = chord.toLowerCase().split("+");
  return (
    press.key.toLowerCase() === parts.at(-1) &&
    (press.metaKey || press.ctrlKey) === parts.includes("mod") &&
    press.shiftKey === parts.includes("shift") &&
    press.altKey === parts.includes("alt")
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));

/** Keys that belong to the page: not while somebody types, and not while a dialog is open over it. */
export const belongsToPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !isTyping(event.target) && !document.querySelector('[role="dialog"],[role="alertdialog"]');
