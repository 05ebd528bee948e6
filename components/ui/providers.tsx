"use client";

import { setNonce } from "get-nonce";
import { ThemeProvider as NextThemeProvider } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import { DocumentNonce } from "./page-style";
import { ToastProvider } from "./toast";

/**
 * React warns about scripts rendered in the browser, where this one has nothing to do, so it becomes inert data there.
 */
const scriptProps = typeof window === "undefined" ? undefined : { type: "application/json" };

/** Sets `data-theme` before the first paint to avoid a flash. */
function ThemeProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <NextThemeProvider attribute="data-theme" disableTransitionOnChange nonce={nonce} scriptProps={scriptProps}>
      {children}
    </NextThemeProvider>
  );
}

export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  // Marks the page as interactive, for tests and other automation.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  // A refresh has a new nonce, but the document keeps the first one.
  const [documentNonce] = useState(() => {
    // For the style elements of dialogs, which lock scrolling.
    if (nonce && typeof window !== "undefined") setNonce(nonce);
    return nonce;
  });
  return (
    <DocumentNonce value={documentNonce}>
      <ThemeProvider nonce={documentNonce}>
        <ToastProvider>{children}</ToastProvider>
      </ThemeProvider>
    </DocumentNonce>
  );
}
