"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Keeps the page while what stands on it cannot be shown again: closing or reloading the tab asks first, and Back leads
 * here as long as it lasts. True once the page was left all the same: a copy that the browser kept of it must not show it.
 */
export function useHeldPage(): boolean {
  const [left, setLeft] = useState(false);
  useEffect(() => {
    const { href } = window.location;
    const { state } = window.history;
    const hold = () => window.history.pushState(state, "", href);
    const stay = (event: Event) => {
      // Before the router hears of it, which would go where Back leads.
      event.stopImmediatePropagation();
      hold();
    };
    // At once: a page that is being left renders no more.
    const leave = () => flushSync(() => setLeft(true));
    hold();
    window.addEventListener("beforeunload", ask);
    window.addEventListener("popstate", stay, { capture: true });
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("popstate", stay, { capture: true });
      window.removeEventListener("pagehide", leave);
      window.history.back();
    };
  }, []);
  return left;
}
