"use client";

import { FilePicture } from "@/components/files/file-picture";
import { cx } from "@/components/ui/cx";
import { type LogoGround, type SmallestSize, smallestSizes } from "@/lib/logos";
import type { ShownLogo } from "./types";

/** CSS pixels of an inch. */
const PX_PER_INCH = 96;

type MinimumSizeProps = { logo: ShownLogo; ground: LogoGround };

/** The logo at the smallest widths that are allowed, at their true size, with the measure drawn over each. */
export function MinimumSize({ logo, ground }: MinimumSizeProps) {
  const sizes = smallestSizes(logo.item);
  if (sizes.length === 0) return <p className="text-[0.8125rem] text-muted">No smallest width is set.</p>;
  return sizes.map((size) => <AtItsSmallest key={size.unit} logo={logo} ground={ground} size={size} />);
}

function AtItsSmallest({ logo: { item, src }, ground, size }: MinimumSizeProps & { size: SmallestSize }) {
  const width = size.inches * PX_PER_INCH;
  const printed = size.unit === "mm";
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <div
        className={cx(
          "flex min-h-16 flex-col items-start gap-2 overflow-clip rounded-lg border border-line p-4",
          ground.dark ? "text-white" : "text-black",
        )}
        style={{ background: ground.hex }}
      >
        <svg aria-hidden="true" width={width} height="9" className="shrink-0 overflow-visible" stroke="currentColor">
          <path d={`M.5 0v9M${width - 0.5} 0v9M.5 4.5H${width - 0.5}`} />
        </svg>
        <FilePicture
          src={src}
          file={item.file}
          alt={`${item.label} at its smallest${printed ? " in print" : ""}`}
          className="h-auto max-w-none shrink-0"
          style={{ width }}
        />
      </div>
      <figcaption className="text-[0.8125rem] text-muted">
        {printed
          ? `Smallest width in print: ${size.value} mm, drawn at 96 dpi`
          : `Smallest width, at true size: ${size.value} px`}
      </figcaption>
    </figure>
  );
}
