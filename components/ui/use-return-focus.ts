"use client";

import { useRef } from "react";

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
