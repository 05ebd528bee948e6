"use client";

import { ROLE_LABEL } from "@/components/members/roles";
import { Badge } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Spinner } from "@/components/ui/loading";
import { readableInk } from "@/lib/content";
import type { ShellActions, ShellBrand } from "./types";
import { useBrandSwitch } from "./use-brand-switch";

type BrandTileProps = {
  brand: ShellBrand;
  /** The logo and its background. Null if the brand has none, or the session can't enter it. */
  cover: { src: string; background: string } | null;
  colors: readonly string[];
  hasDraft: boolean;
  active: ShellBrand | null;
  switchBrand: ShellActions["switchBrand"];
};

/** A brand in the gallery: its logo, colours and state. Opening it makes it the active brand. */
export function BrandTile({ brand, cover, colors, hasDraft, active, switchBrand }: BrandTileProps) {
  const { switchTo, switching } = useBrandSwitch(active, switchBrand);
  const [primary] = colors;
  return (
    <li>
      <Link
        href={`/b/${brand.slug}`}
        prefetch={false}
        onNavigate={(event) => {
          event.preventDefault();
          switchTo(brand);
        }}
        className="block overflow-clip rounded-2xl border border-line bg-surface transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised"
      >
        <span
          aria-hidden="true"
          className="flex aspect-8/5 items-center justify-center bg-sunken px-[18%] py-[13%] text-muted"
          style={{ backgroundColor: cover?.background ?? primary, color: primary && readableInk(primary) }}
        >
          {cover ? (
            // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
            <img src={cover.src} alt="" loading="lazy" decoding="async" className="size-full object-contain" />
          ) : (
            <span dir="auto" className="line-clamp-2 text-balance text-center font-semibold text-2xl leading-tight">
              {brand.name}
            </span>
          )}
        </span>
        <span aria-hidden="true" className="flex h-2.5 border-line border-t">
          {colors.map((hex, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two colours can have one value
            <span key={index} className="grow" style={{ backgroundColor: hex }} />
          ))}
        </span>
        <span className="flex items-center gap-3 border-line border-t px-4 py-3">
          <span className="flex min-w-0 grow flex-col">
            <span dir="auto" className="truncate font-semibold">
              {brand.name}
            </span>
            <span className="text-muted text-xs">
              {ROLE_LABEL[brand.role]} · Version {brand.version}
            </span>
          </span>
          {hasDraft ? <Badge tone="accent">Draft</Badge> : null}
          {switching ? <Spinner /> : null}
        </span>
      </Link>
    </li>
  );
}
