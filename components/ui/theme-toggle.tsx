"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useId } from "react";
import { useHydrated } from "./hooks";
import { SegmentedControl } from "./segmented-control";

const options = [
  { value: "system", label: "System", icon: <Monitor aria-hidden="true" /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden="true" /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden="true" /> },
];

export function ThemeToggle({ compact = false, className }: { compact?: boolean; className?: string }) {
  const { theme, setTheme } = useTheme();
  const hydrated = useHydrated();
  return (
    <SegmentedControl
      label="Theme"
      name={`theme-${useId()}`}
      options={options}
      value={hydrated ? (theme ?? "system") : ""}
      onValueChange={setTheme}
      iconsOnly={compact}
      size={compact ? "sm" : "md"}
      className={className}
    />
  );
}
