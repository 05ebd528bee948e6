"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { createContext, useContext, useId } from "react";
import { preload } from "react-dom";
import { useHydrated } from "./hooks";
import { SegmentedControl } from "./segmented-control";

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

const options = [
  { value: "system", label: "System", icon: <Monitor aria-hidden="true" /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden="true" /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden="true" /> },
];

export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  const hydrated = useHydrated();
  return (
    <SegmentedControl
      label="Theme"
      name={`theme-${useId()}`}
      options={options}
      value={hydrated ? (theme ?? "system") : ""}
      onValueChange={setTheme}
    />
  );
}
