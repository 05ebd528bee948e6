"use client";

import { createContext, useContext } from "react";

/** The nonce by which the document lets style elements in; nobody's where there is no policy. */
export const DocumentNonce = createContext<string | undefined>(undefined);

/** Style rules that a page makes, which its content policy lets through. */
export function PageStyle({ rules }: { rules: string }) {
  const nonce = useContext(DocumentNonce);
  // Browsers hide a nonce from scripts, React's too.
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {rules}
    </style>
  );
}
