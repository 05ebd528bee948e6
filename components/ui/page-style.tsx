"use client";

import { createContext, useContext } from "react";
import { preload } from "react-dom";

/** The document's style nonce. Undefined without a content security policy. */
export const DocumentNonce = createContext<string | undefined>(undefined);

const FONT = /@font-face\{font-family:brand-(?:heading|body);src:url\("([^"]+)"\)/g;

/** Style rules that the content security policy allows. Preloads their main fonts, so that text moves less. */
export function PageStyle({ rules }: { rules: string }) {
  const nonce = useContext(DocumentNonce);
  for (const [, url = ""] of rules.matchAll(FONT)) preload(url, { as: "font", crossOrigin: "anonymous" });
  // Browsers hide the nonce attribute from scripts, so React would report a mismatch.
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {rules}
    </style>
  );
}
