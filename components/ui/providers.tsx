"use client";

import { setNonce } from "get-nonce";
import { ThemeProvider as NextThemeProvider } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import { DocumentNonce } from "./page-style";
import { ToastProvider } from "./toast";

/** React warns of a script it renders in the browser, where the theme's script has no work left: there it becomes inert data. */
const scriptProps = typeof window === "undefined" ? undefined : { type: "application/json" };

/** Sets `data-theme` before the first paint, from the reader's choice or their system, so that no page flashes. */
function ThemeProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <NextThemeProvider attribute="data-theme" disableTransitionOnChange nonce={nonce} scriptProps={scriptProps}>
      {children}
    </NextThemeProvider>
  );
}

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
