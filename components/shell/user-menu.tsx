"use client";

import { ChevronsUpDown, CircleUser, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { Avatar } from "@/components/ui/avatar";
import { DropdownMenu, MenuLabel, MenuSeparator } from "@/components/ui/dropdown-menu";
import { MenuChoice, MenuItem } from "@/components/ui/menu-item";
import { Spinner } from "@/components/ui/spinner";
import type { ShellUser } from "./types";
import { useSignOut } from "./use-sign-out";

const THEMES = [
  { value: "system", label: "As the system", icon: <Monitor aria-hidden="true" /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden="true" /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden="true" /> },
];

/** Who is signed in: account, theme, signing out. */
export function UserMenu({ user }: { user: ShellUser }) {
  const { theme, setTheme } = useTheme();
  const { signOut, signingOut } = useSignOut();
  const trigger = (
    <button
      type="button"
      className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <Avatar name={user.name} />
      <span className="flex min-w-0 grow flex-col">
        <span className="truncate font-medium leading-5">{user.name}</span>
        <span className="truncate text-muted text-xs leading-4">{user.email}</span>
      </span>
      <span className="sr-only">Account and theme</span>
      {signingOut ? <Spinner /> : <ChevronsUpDown aria-hidden="true" className="text-muted" />}
    </button>
  );
  return (
    <DropdownMenu trigger={trigger} side="top" align="start" className="w-58">
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
