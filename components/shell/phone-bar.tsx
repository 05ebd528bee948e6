"use client";

import { Menu, Search } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useLate } from "@/components/ui/use-late";
import { BrandSwitcher } from "./brand-switcher";
import { RailNav } from "./rail-nav";
import type { ShellActions, ShellBrand, ShellUser } from "./types";
import { UserMenu } from "./user-menu";

const loadDrawer = () => import("@/components/ui/drawer").then(({ Drawer }) => Drawer);

type PhoneBarProps = {
  user: ShellUser;
  brand: ShellBrand | null;
  brandCount: number;
  actions: ShellActions;
  onSearch: () => void;
};

/** What stands in the rail's place on small screens: a bar with the switcher, and a drawer with the pages. */
export function PhoneBar({ user, brand, brandCount, actions, onSearch }: PhoneBarProps) {
  const [open, setOpen] = useState(false);
  const { part: Drawer, need } = useLate(loadDrawer);
  return (
    <header className="sticky top-0 z-30 flex items-center gap-1 border-line border-b bg-canvas px-2 py-1 lg:hidden">
      <IconButton
        label="Pages and account"
        icon={<Menu />}
        className="size-11"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => need(() => setOpen(true))}
      />
      {Drawer ? (
        <Drawer title={brand?.name ?? "Brand Identity Hub"} side="left" open={open} onOpenChange={setOpen}>
          <div className="flex min-h-full flex-col justify-between gap-6">
            <RailNav slug={brand?.slug ?? null} hubAdmin={user.hubAdmin} onNavigate={() => setOpen(false)} />
            <div className="border-line border-t pt-3">
              <UserMenu user={user} />
            </div>
          </div>
        </Drawer>
      ) : null}
      <div className="min-w-0 grow">
        <BrandSwitcher brand={brand} brandCount={brandCount} actions={actions} />
      </div>
      <IconButton label="Search or jump to" icon={<Search />} className="size-11" onClick={onSearch} />
    </header>
  );
}
