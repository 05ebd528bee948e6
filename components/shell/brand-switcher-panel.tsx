"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ROLE_LABEL } from "@/components/members/roles";
import { CommandMenu } from "@/components/ui/command-menu";
import type { LateOverlay } from "@/components/ui/late-trigger";
import { Popover } from "@/components/ui/popover";
import { SEARCH_FROM } from "@/components/ui/search-field";
import { menuItemClass } from "@/components/ui/styles";
import { BrandMark } from "./brand-mark";
import { useLeaveGuard } from "./leave-guard";
import type { ShellActions, ShellBrand } from "./types";
import { useBrandSearch } from "./use-brand-search";

type BrandSwitcherPanelProps = LateOverlay & {
  brand: ShellBrand | null;
  /** Counted up to `SEARCH_FROM`. */
  brandCount: number;
  searchBrands: ShellActions["searchBrands"];
  switchTo: (brand: ShellBrand) => void;
};

/** The brands to switch to. They are asked for at once: this is here when somebody comes near its trigger. */
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
  const options = matches.brands.map((entry) => ({
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
  const createBrand = () => {
    change(false);
    leave(() => router.push("/new"));
  };

  return (
    <Popover
      trigger={trigger}
      label="Switch brand"
      open={open}
      onOpenChange={change}
      flush
      className="flex w-76 flex-col overflow-y-hidden"
    >
      <CommandMenu
        label="Your brands"
        placeholder="Search your brands"
        filter={false}
        query={query}
        ahead={ahead}
        onQueryChange={setQuery}
        loading={loading}
        emptyText={failure ?? (brandCount === 0 ? "You belong to no brand yet." : "None of your brands is called so.")}
        hideSearch={brandCount < SEARCH_FROM}
        groups={[{ options }]}
        footer={
          <>
            {matches.more ? (
              <p className="px-2.5 pt-1 pb-2 text-muted text-xs">More brands match. Type on to find them.</p>
            ) : null}
            <button type="button" onClick={createBrand} className={`${menuItemClass} cursor-pointer hover:bg-hover`}>
              <Plus aria-hidden="true" className="text-muted" />
              Create a brand
            </button>
          </>
        }
      />
    </Popover>
  );
}
