"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { matchesChord } from "@/components/ui/use-hotkey";
import type { BrandDocument } from "@/lib/brand-document";

type Colors = BrandDocument["colors"];

/** One edit: what it was called, and the colours before and after it. */
type Step = { label: string; before: Colors; after: Colors };
type History = { done: readonly Step[]; undone: readonly Step[] };

const EMPTY: History = { done: [], undone: [] };
const MAX_STEPS = 50;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** Keys that belong to the page: not while somebody types, and not while a dialog is open over it. */
const belongsToPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !isTyping(event.target) && !document.querySelector('[role="dialog"],[role="alertdialog"]');

/**
 * Edits of the palette that can be taken back and done again, by the given functions and by ⌘Z and ⇧⌘Z. Forgets them as soon as the
 * colours change in another way (a publication elsewhere, a merge, another window): taking back would then undo somebody else's work.
 */
export function useColorHistory(colors: Colors, setColors: (colors: Colors) => void, enabled: boolean) {
  const [{ done, undone }, setHistory] = useState<History>(EMPTY);
  const [announcement, setAnnouncement] = useState("");
  /** The colours as this page last left them. */
  const own = useRef(colors);

  useEffect(() => {
    if (colors === own.current || JSON.stringify(colors) === JSON.stringify(own.current)) return;
    own.current = colors;
    setHistory(EMPTY);
  }, [colors]);

  const show = useCallback(
    (next: Colors, message: string) => {
      own.current = next;
      setColors(next);
      setAnnouncement(message);
    },
    [setColors],
  );

  const edit = useCallback(
    (label: string, next: Colors) => {
      if (next === colors) return;
      setHistory({ done: [...done, { label, before: colors, after: next }].slice(-MAX_STEPS), undone: [] });
      show(next, `Done: ${label}`);
    },
    [colors, done, show],
  );

  const undo = useCallback(() => {
    const step = done.at(-1);
    if (!step) return;
    setHistory({ done: done.slice(0, -1), undone: [...undone, step] });
    show(step.before, `Undone: ${step.label}`);
  }, [done, undone, show]);

  const redo = useCallback(() => {
    const step = undone.at(-1);
    if (!step) return;
    setHistory({ done: [...done, step], undone: undone.slice(0, -1) });
    show(step.after, `Done again: ${step.label}`);
  }, [done, undone, show]);

  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      const back = matchesChord(event, "mod+z");
      const forth = matchesChord(event, "mod+shift+z") || matchesChord(event, "mod+y");
      if (!(back || forth) || !belongsToPage(event)) return;
      event.preventDefault();
      if (back) undo();
      else redo();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [enabled, undo, redo]);

  return {
    edit,
    undo,
    redo,
    undoLabel: done.at(-1)?.label ?? null,
    redoLabel: undone.at(-1)?.label ?? null,
    announcement,
  };
}
