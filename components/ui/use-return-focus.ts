"use client";

import { useRef } from "react";

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
 * Handlers that give the focus back to whatever had it when an overlay opened, or to the page's content where that is gone (a row just
 * deleted). Radix gives it to the overlay's own trigger only, and to nothing where the overlay is opened by its `open` alone.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      focusChosenRadio(event);
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = opener;
      const there = current instanceof HTMLElement && current.isConnected && current !== document.body;
      event.preventDefault();
      (there ? current : document.querySelector("main"))?.focus({ preventScroll: true });
    },
  };
}
