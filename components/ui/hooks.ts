"use client";

import {
  type ChangeEvent,
  type ComponentProps,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from "react";
import type { FormResult } from "@/lib/web/actions/form-result";
import { joinIds } from "./cx";
import { ownZone } from "./date-text";
import { useDisabledScope } from "./disabled-scope";
import { reached, UNREACHABLE } from "./reached";
import { useToast } from "./toast-context";

/**
 * Makes a button inert yet focusable: it swallows activation (also the implicit submission of its form) and, where there is
 * a reason, opens the tooltip that tells it. Keep `aria-disabled` rather than `disabled`: a disabled button loses focus and cannot explain itself.
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
 * What a person types, while it is not always something that can be kept: `commit` hears of each text that `read` understands, and a
 * change from elsewhere (an undo, another window) replaces what is typed.
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

/** Fetches the part and goes on; where that fails, a toast says so unless `otherwise` does. */
type Need = (then: () => void, otherwise?: () => void) => void;

/**
 * A part of the page that is fetched when it is first needed: null until then. A fetch that failed is made anew with the next need. `load`
 * stands outside of components, so that it stays the same.
 */
export function useLate<Part>(load: () => Promise<Part>): { part: Part | null; need: Need } {
  const [part, setPart] = useState<Part | null>(null);
  const toast = useToast();
  const need = useCallback<Need>(
    (then, otherwise = () => toast({ tone: "danger", title: UNREACHABLE })) => {
      const found = (loaded: Part) => {
        setPart(() => loaded);
        then();
      };
      load().then(found, otherwise);
    },
    [load, toast],
  );
  return { part, need };
}

const subscribe = () => () => undefined;

/** False while rendering on the server and during hydration, true afterwards: for what only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/** The zone of whoever reads; null while rendering on the server and during hydration, which do not know it. */
export const useZone = (): string | null => (useHydrated() ? ownZone() : null);

/** Runs a server action from a button or a switch; `pending` while it does. Why it failed is said in a toast. */
export function useAction() {
  const [pending, startTransition] = useTransition();
  const toast = useToast();
  const run = <Data>(act: () => Promise<FormResult<Data>>, onOk: (data: Data, message?: string) => void) =>
    startTransition(async () => {
      const result = await reached(act);
      if (result.status === "ok") onOk(result.data, result.message);
      else toast({ tone: "danger", title: result.message });
    });
  return { run, pending };
}

export type ToggleInputProps = Omit<ComponentProps<"input">, "type" | "size" | "disabled" | "onChange"> & {
  onCheckedChange?: (checked: boolean) => void;
  disabledReason?: string | null | false;
};

type Notes = { hint?: unknown; error?: string };

/** The attributes of a checkbox or switch that stays focusable while it must not change, and points to its hint, error and reason. */
export function useToggleInput({ onCheckedChange, disabledReason, id, ...rest }: ToggleInputProps, notes: Notes) {
  const generated = useId();
  const scope = useDisabledScope();
  const inputId = id ?? generated;
  const ids = { hint: `${inputId}-hint`, error: `${inputId}-error`, reason: `${inputId}-reason` };
  const blocked = Boolean(disabledReason || scope);
  const describedBy = joinIds(
    rest["aria-describedby"],
    Boolean(notes.hint) && ids.hint,
    notes.error && ids.error,
    disabledReason ? ids.reason : scope?.reasonId,
  );
  const input = {
    ...rest,
    id: inputId,
    "aria-describedby": describedBy,
    "aria-invalid": notes.error ? true : undefined,
    "aria-disabled": blocked || undefined,
    onClick: blocked ? (event: MouseEvent) => event.preventDefault() : rest.onClick,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      if (!blocked) onCheckedChange?.(event.currentTarget.checked);
    },
  };
  return { input, ids, blocked };
}

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

/** Radix focuses what stands first: this focuses what is marked with `data-focus-first`, if anything is. React's `autoFocus` would hide who opened the overlay. */
function focusMarked(event: Event): boolean {
  const marked = event.target instanceof HTMLElement && event.target.querySelector<HTMLElement>("[data-focus-first]");
  if (!marked) return false;
  event.preventDefault();
  marked.focus();
  return true;
}

/** Radix focuses the first radio of a group, which the Tab key never would while another is chosen: this focuses the chosen one. */
function focusChosenRadio(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  const first = event.target.querySelector("input:not([type=hidden]), select, textarea, button, a[href]");
  if (!(first instanceof HTMLInputElement) || first.type !== "radio" || first.checked) return;
  const chosen = event.target.querySelector<HTMLInputElement>(`input[name="${CSS.escape(first.name)}"]:checked`);
  if (!chosen) return;
  event.preventDefault();
  chosen.focus();
}

/**
 * Handlers that give the focus back to whatever had it when an overlay opened; where that is gone (a row just deleted) or hidden, to the nearest
 * container around it that can hold it, at last the page's content. Radix gives it to the overlay's own trigger only, and to nothing where
 * the overlay is opened by its `open` alone.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  const around = useRef<Element[]>([]);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      around.current = focusableAround(opener.current);
      if (!focusMarked(event)) focusChosenRadio(event);
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = opener;
      const there = current instanceof HTMLElement && current !== document.body && current.checkVisibility();
      event.preventDefault();
      const left = around.current.find((element) => element.isConnected) ?? document.querySelector("main");
      const next = there ? current : left;
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    },
  };
}

/** Containers around an element that a script may focus, the nearest first. */
function focusableAround(element: Element | null): Element[] {
  const nearest = element?.parentElement?.closest('[tabindex="-1"]') ?? null;
  return nearest ? [nearest, ...focusableAround(nearest)] : [];
}
