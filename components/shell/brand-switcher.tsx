"use client";

import { ChevronsUpDown, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ROLE_LABEL } from "@/components/members/roles";
import { CommandMenu } from "@/components/ui/command-menu";
import { Popover } from "@/components/ui/popover";
import { SEARCH_FROM } from "@/components/ui/search-field";
import { Spinner } from "@/components/ui/spinner";
import { menuItemClass } from "@/components/ui/styles";
import { BrandMark } from "./brand-mark";
import { useLeaveGuard } from "./leave-guard";
import type { ShellActions, ShellBrand } from "./types";
import { useBrandSearch } from "./use-brand-search";
import { useBrandSwitch } from "./use-brand-switch";

type BrandSwitcherProps = { brand: ShellBrand | null; brandCount: number; actions: ShellActions };

/** The brand one is in, with role and version, and the way to another: a combobox over one's brands. */
export function BrandSwitcher({ brand, brandCount, actions }: BrandSwitcherProps) {
  const router = useRouter();
  const { leave } = useLeaveGuard();
  const [open, setOpen] = useState(false);
  const [near, setNear] = useState(false);
  const [query, setQuery] = useState("");
  const { matches, loading, failure } = useBrandSearch(actions.searchBrands, query, near || open);
  const { switchTo, switching } = useBrandSwitch(brand, actions.switchBrand);

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

  const trigger = (
    <button
      type="button"
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {brand ? <BrandMark brand={brand} size="md" /> : null}
      <span className="flex min-w-0 grow flex-col">
        <span className="truncate font-semibold leading-5">{brand?.name ?? "No brand yet"}</span>
        {brand ? (
          <span className="truncate text-muted text-xs leading-4">
            {ROLE_LABEL[brand.role]} · Version {brand.version}
          </span>
        ) : null}
      </span>
      <span className="sr-only">Switch brand</span>
      {switching ? <Spinner /> : <ChevronsUpDown aria-hidden="true" className="text-muted" />}
    </button>
  );
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
        placeholder={`Search ${brandCount.toLocaleString("en")} brands`}
        filter={false}
        query={query}
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
