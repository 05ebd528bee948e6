"use client";

import { useEffect } from "react";

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Keeps the page while what stands on it cannot be shown again: closing or reloading the tab asks first, and Back leads
 * here as long as it lasts.
 */
export function useHeldPage(): void {
  useEffect(() => {
    const { href } = window.location;
    const stay = () => window.history.pushState(window.history.state, "", href);
    stay();
    window.addEventListener("beforeunload", ask);
    window.addEventListener("popstate", stay);
    return () => {
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("popstate", stay);
      window.history.back();
    };
  }, []);
}
