"use client";

import { LayoutGrid, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ROLE_LABEL } from "@/components/members/roles";
import { CommandMenu } from "@/components/ui/command-menu";
import type { LateOverlay } from "@/components/ui/late-trigger";
import { SEARCH_FROM } from "@/components/ui/list-sizes";
import { Popover } from "@/components/ui/popover";
import { menuItemClass } from "@/components/ui/styles";
import { BrandMark } from "./brand-mark";
import { useLeaveGuard } from "./leave-guard";
import type { ShellActions, ShellBrand } from "./types";
import { useBrandSearch } from "./use-search";

type BrandSwitcherPanelProps = LateOverlay & {
  brand: ShellBrand | null;
  /** Capped at `SEARCH_FROM`. */
  brandCount: number;
  searchBrands: ShellActions["searchBrands"];
  switchTo: (brand: ShellBrand) => void;
};

/** Loads the brands on mount, which happens when the pointer comes near the trigger. */
export function BrandSwitcherPanel(props: BrandSwitcherPanelProps) {
  const { trigger, defaultOpen, ahead, brand, brandCount, searchBrands, switchTo } = props;
  const router = useRouter();
  const { leave } = useLeaveGuard();
  const [open, setOpen] = useState(defaultOpen);
  const [query, setQuery] = useState("");
  const { matches, loading, failure } = useBrandSearch(searchBrands, query, true);

  const change = (next: boolean) => {
    setOpen(next);
    if (!next) setQuery("");
  };
  const currentFirst = matches.brands.toSorted((a, b) => Number(b.id === brand?.id) - Number(a.id === brand?.id));
  const options = currentFirst.map((entry) => ({
    id: entry.slug,
    label: entry.name,
    hint: `${ROLE_LABEL[entry.role]} · Version ${entry.version}`,
    icon: <BrandMark brand={entry} />,
    selected: entry.id === brand?.id,
    onSelect: () => {
      change(false);
      switchTo(entry);
    },
  }));
  const go = (href: string) => {
    change(false);
    leave(() => router.push(href));
  };

  return (
    <Popover
      trigger={trigger}
      label="Switch brand"
      open={open}
      onOpenChange={change}
      className="flex w-76 flex-col overflow-y-hidden"
    >
      <CommandMenu
        label="Your brands"
        placeholder="Search your brands"
        query={query}
        ahead={ahead}
        onQueryChange={setQuery}
        loading={loading}
        emptyText={failure ?? (brandCount === 0 ? "You have no brands yet." : "No matching brands.")}
        hideSearch={brandCount < SEARCH_FROM}
        groups={[{ options }]}
        footer={
          <>
            {matches.more ? (
              <p className="px-2.5 pt-1 pb-2 text-muted text-xs">More brands match. Keep typing to narrow the list.</p>
            ) : null}
            {brandCount > 1 ? (
              <button type="button" onClick={() => go("/")} className={`${menuItemClass} hover:bg-hover`}>
                <LayoutGrid aria-hidden="true" className="text-muted" />
                View all brands
              </button>
            ) : null}
            <button type="button" onClick={() => go("/new")} className={`${menuItemClass} hover:bg-hover`}>
              <Plus aria-hidden="true" className="text-muted" />
              Create brand
            </button>
          </>
        }
      />
    </Popover>
  );
}
