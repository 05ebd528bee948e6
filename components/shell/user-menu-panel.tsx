"use client";

import { CircleUser, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { DropdownMenu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/dropdown-menu";
import type { LateOverlay } from "@/components/ui/late-trigger";

const THEMES = [
  { value: "system", label: "System", icon: <Monitor aria-hidden="true" /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden="true" /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden="true" /> },
];

export function UserMenuPanel({ trigger, defaultOpen, signOut }: LateOverlay & { signOut: () => void }) {
  const { theme, setTheme } = useTheme();
  return (
    <DropdownMenu trigger={trigger} defaultOpen={defaultOpen} side="top" align="start" className="w-58">
      <MenuItem href="/account" icon={<CircleUser aria-hidden="true" />}>
        Account
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice value={theme ?? "system"} options={THEMES} onValueChange={setTheme} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={signOut}>
        Sign out
      </MenuItem>
    </DropdownMenu>
  );
}
