"use client";

import { ChevronsUpDown } from "lucide-react";
import { ROLE_LABEL } from "@/components/members/roles";
import { LateTrigger } from "@/components/ui/late-trigger";
import { Spinner } from "@/components/ui/spinner";
import { BrandMark } from "./brand-mark";
import type { ShellActions, ShellBrand } from "./types";
import { useBrandSwitch } from "./use-brand-switch";

const loadPanel = () => import("./brand-switcher-panel").then(({ BrandSwitcherPanel }) => BrandSwitcherPanel);

type BrandSwitcherProps = { brand: ShellBrand | null; brandCount: number; actions: ShellActions };

/** The brand one is in, with role and version, and the way to another: a combobox over one's brands. */
export function BrandSwitcher({ brand, brandCount, actions }: BrandSwitcherProps) {
  const { switchTo, switching } = useBrandSwitch(brand, actions.switchBrand);
  const trigger = (
    <button
      type="button"
      className="flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {brand ? <BrandMark brand={brand} size="md" /> : null}
      <span className="flex min-w-0 grow flex-col">
        <span dir="auto" className="truncate font-semibold leading-5">
          {brand?.name ?? "No brand yet"}
        </span>
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
  const overlay = { brand, brandCount, searchBrands: actions.searchBrands, switchTo };
  return <LateTrigger load={loadPanel} trigger={trigger} popup="dialog" overlay={overlay} />;
}
