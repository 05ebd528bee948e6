"use client";

import { ThemeProvider as NextThemeProvider } from "next-themes";
import type { ReactNode } from "react";

/** React warns of a script it renders in the browser, where the theme's script has no work left: there it becomes inert data. */
const scriptProps = typeof window === "undefined" ? undefined : { type: "application/json" };

/** Sets `data-theme` before the first paint, from the reader's choice or their system, so that no page flashes. */
export function ThemeProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <NextThemeProvider attribute="data-theme" disableTransitionOnChange nonce={nonce} scriptProps={scriptProps}>
      {children}
    </NextThemeProvider>
  );
}
