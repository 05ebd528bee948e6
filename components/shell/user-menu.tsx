"use client";

import { ChevronsUpDown } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { LateTrigger } from "@/components/ui/late-trigger";
import { Spinner } from "@/components/ui/loading";
import type { ShellUser } from "./types";
import { useSignOut } from "./use-sign-out";

const loadPanel = () => import("./user-menu-panel").then(({ UserMenuPanel }) => UserMenuPanel);

export function UserMenu({ user }: { user: ShellUser }) {
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
  return <LateTrigger load={loadPanel} trigger={trigger} popup="menu" overlay={{ signOut }} />;
}
