"use client";

import { createContext, useContext } from "react";

/** The document's style nonce. Undefined without a content security policy. */
export const DocumentNonce = createContext<string | undefined>(undefined);

/** Style rules that the content security policy allows. */
export function PageStyle({ rules }: { rules: string }) {
  const nonce = useContext(DocumentNonce);
  // Browsers hide the nonce attribute from scripts, so React would report a mismatch.
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {rules}
    </style>
  );
}
