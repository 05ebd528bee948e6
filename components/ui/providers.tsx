"use client";

import { Tooltip } from "radix-ui";
import { type ReactNode, useEffect } from "react";
import { ThemeProvider } from "./theme-provider";
import { ToastProvider } from "./toast";

/** What every page needs around it: theme, tooltips and toasts. */
export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  // From here on a key or a click is heard, also in parts that are still to come; whoever drives the page waits for it.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  return (
    <ThemeProvider nonce={nonce}>
      <Tooltip.Provider delayDuration={300} skipDelayDuration={200}>
        <ToastProvider>{children}</ToastProvider>
      </Tooltip.Provider>
    </ThemeProvider>
  );
}
