"use client";

import { TriangleAlert } from "lucide-react";
import { cx } from "@/components/ui/cx";
import type { LogoBackground } from "@/lib/contract";
import { LogoFigure } from "./logo-figure";
import type { ShownLogo } from "./types";

type Surface = "light" | "dark" | "none";

const SURFACES: Record<Surface, { label: string; phrase: string; look: string }> = {
  light: { label: "Light", phrase: "on a light background", look: "bg-white text-black" },
  dark: { label: "Dark", phrase: "on a dark background", look: "bg-black text-white" },
  none: { label: "Transparent", phrase: "without a background", look: "checkered text-ink" },
};

/** The background a logo is made for first, and large. */
const ORDER: Record<LogoBackground, readonly Surface[]> = {
  light: ["light", "dark", "none"],
  dark: ["dark", "light", "none"],
  any: ["light", "dark", "none"],
};

/** A logo on a light, a dark and no background; says where it is not meant to stand. The guides are drawn where it is. */
export function LogoSurfaces({ logo, guides }: { logo: ShownLogo; guides: boolean }) {
  const { item, src, clearSpace } = logo;
  return (
    <div className="grid grid-cols-2 gap-3">
      {ORDER[item.background].map((surface, index) => {
        const { label, phrase, look } = SURFACES[surface];
        const unmeant = surface !== "none" && item.background !== "any" && item.background !== surface;
        return (
          <figure key={surface} className={cx("flex min-w-0 flex-col gap-1.5", index === 0 && "col-span-2")}>
            <div
              className={cx(
                "flex items-center justify-center rounded-lg border border-line",
                index === 0 ? "h-52 p-6" : "h-28 p-4",
                look,
              )}
            >
              <LogoFigure
                item={item}
                src={src}
                name={`${item.label}, ${phrase}`}
                clearSpace={guides && index === 0 ? clearSpace : null}
              />
            </div>
            <figcaption className="flex flex-wrap items-center gap-x-1.5 text-[0.8125rem] text-muted">
              {label}
              {unmeant ? (
                <span className="inline-flex items-center gap-1 text-warning">
                  <TriangleAlert aria-hidden="true" className="size-3.5" />
                  not made for it
                </span>
              ) : null}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
}
