"use client";

import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { ThemeProvider } from "./theme-provider";
import { ToastProvider } from "./toast";

/** What every page needs around it: theme, tooltips and toasts. */
export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <ThemeProvider nonce={nonce}>
      <Tooltip.Provider delayDuration={300} skipDelayDuration={200}>
        <ToastProvider>{children}</ToastProvider>
      </Tooltip.Provider>
    </ThemeProvider>
  );
}
