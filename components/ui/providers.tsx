"use client";

import { setNonce } from "get-nonce";
import { type ReactNode, useEffect, useState } from "react";
import { DocumentNonce } from "./page-style";
import { ThemeProvider } from "./theme-provider";
import { ToastProvider } from "./toast";

/** What every page needs around it: theme and toasts. */
export function Providers({ nonce, children }: { nonce?: string; children: ReactNode }) {
  // From here on a key or a click is heard, also in parts that are still to come; whoever drives the page waits for it.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
  // A refresh brings the nonce of its own answer, but the document goes by that of its first.
  const [documentNonce] = useState(() => {
    // For the style elements that dialogs make, which hold the page still.
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
