"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { belongsToPage, matchesChord } from "@/components/ui/hooks";

/** One edit with the values before and after. Edits with the same `joins` become one step. */
type Step<T> = { label: string; before: T; after: T; joins?: string };
type History<T> = { done: readonly Step<T>[]; undone: readonly Step<T>[] };

const EMPTY = { done: [], undone: [] };
const MAX_STEPS = 50;

/** Appends a step, or extends the last one while the user types into the same field. */
function withStep<T>(done: readonly Step<T>[], step: Step<T>): Step<T>[] {
  const last = done.at(-1);
  const same = step.joins !== undefined && last?.joins === step.joins;
  const kept = same ? [...done.slice(0, -1), { ...step, before: last.before }] : [...done, step];
  return kept.slice(-MAX_STEPS);
}

/**
 * Undo and redo for a part of the draft, also by ⌘Z and ⇧⌘Z. The history is dropped when the part changes in some other
 * way (publication, merge, another window): undoing would then revert another person's work.
 */
export function useEditHistory<T>(value: T, setValue: (value: T) => void, enabled: boolean) {
  const [{ done, undone }, setHistory] = useState<History<T>>(EMPTY);
  const [announcement, setAnnouncement] = useState("");
  const own = useRef(value);

  useEffect(() => {
    if (value === own.current || JSON.stringify(value) === JSON.stringify(own.current)) return;
    own.current = value;
    setHistory(EMPTY);
  }, [value]);

  const show = useCallback(
    (next: T, message: string) => {
      own.current = next;
      setValue(next);
      setAnnouncement(message);
    },
    [setValue],
  );

  const edit = useCallback(
    (label: string, next: T, joins?: string) => {
      if (next === value) return;
      setHistory({ done: withStep(done, { label, before: value, after: next, joins }), undone: [] });
      show(next, joins ? "" : `Done: ${label}`);
    },
    [value, done, show],
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
    show(step.after, `Redone: ${step.label}`);
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
