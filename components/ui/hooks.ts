"use client";

import { type MouseEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore, useTransition } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";
import { reached, UNREACHABLE } from "./reached";
import { type OnOk, useOnOk, useToast } from "./toast-context";

/**
 * Blocks a button's activation, including form submission, and opens a tooltip with the reason. Uses `aria-disabled`,
 * because a `disabled` button loses focus and can't show a tooltip.
 */
export function useBlocked(blocked: boolean) {
  const [reasonOpen, setReasonOpen] = useState(false);
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setReasonOpen(true);
  };
  const handlers = blocked
    ? ({ onClick: swallow, onPointerDown: undefined, onKeyDown: undefined, "aria-disabled": true } as const)
    : {};
  return { handlers, reasonOpen, setReasonOpen };
}

/**
 * Text input for a value that may be invalid while typing. Calls `commit` for each text that `read` accepts. A change
 * from elsewhere replaces the text.
 */
export function useEditedValue<T extends string | number>(
  value: T,
  read: (text: string) => T | { error: string },
  commit: (value: T) => void,
) {
  const [typed, setTyped] = useState({ text: String(value), kept: value });
  const text = typed.kept === value ? typed.text : String(value);
  const result = read(text);
  const setText = (next: string) => {
    const understood = read(next);
    if (typeof understood === "object") {
      setTyped({ text: next, kept: value });
      return;
    }
    setTyped({ text: next, kept: understood });
    if (understood !== value) commit(understood);
  };
  return { text, setText, error: typeof result === "object" ? result.error : undefined };
}

/** Loads the part, then calls `then`. On failure calls `otherwise`, by default a toast. */
type Need = (then: () => void, otherwise?: () => void) => void;

/**
 * Loads a component on first use. `part` is null until then, and a failed load is retried on the next use. Define
 * `load` outside components to keep it stable. With `needed` it loads at once.
 */
export function useLate<Part>(load: () => Promise<Part>, needed = false): { part: Part | null; need: Need } {
  const [part, setPart] = useState<Part | null>(null);
  const toast = useToast();
  const need = useCallback<Need>(
    (then, otherwise = () => toast({ tone: "danger", title: UNREACHABLE })) => {
      const loadedPart = (loaded: Part) => {
        setPart(() => loaded);
        then();
      };
      load().then(loadedPart, otherwise);
    },
    [load, toast],
  );
  useEffect(() => {
    if (needed) need(() => {});
  }, [needed, need]);
  return { part, need };
}

const subscribe = () => () => undefined;

/** False on the server and during hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/** Runs a server action from a button or switch. Shows errors in a toast. */
export function useAction() {
  const [pending, startTransition] = useTransition();
  const toast = useToast();
  const succeed = useOnOk();
  const run = <Data>(act: () => Promise<FormResult<Data>>, onOk: OnOk<Data>) =>
    startTransition(async () => {
      const result = await reached(act);
      if (result.status === "ok") succeed(onOk, result.data, result.message);
      else toast({ tone: "danger", title: result.message });
    });
  return { run, pending };
}

/** Calls `onPress` for a chord such as "mod+k" or "escape". "mod" is Command on Apple devices, else Control. */
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

/** True if exactly these keys are pressed, without other modifiers. */
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

/** True for keys meant for the page: not while typing, and not under an open dialog. */
export const belongsToPage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !isTyping(event.target) && !document.querySelector('[role="dialog"],[role="alertdialog"]');
