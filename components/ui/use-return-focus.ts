"use client";

import { useRef } from "react";

/**
 * Handlers that give the focus back to whatever had it when an overlay opened, or to the page's content where that is gone (a row just
 * deleted). Radix gives it to the overlay's own trigger only, and to nothing where the overlay is opened by its `open` alone.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = opener;
      const there = current instanceof HTMLElement && current.isConnected && current !== document.body;
      event.preventDefault();
      (there ? current : document.querySelector("main"))?.focus({ preventScroll: true });
    },
  };
}
