"use client";

import { FilePicture } from "@/components/files/file-picture";
import { cx } from "@/components/ui/cx";
import type { ShownLogo } from "./types";

/** The logo at the smallest width that is allowed, at its true size on the screen, with the measure drawn over it. */
export function MinimumSize({ logo: { item, src } }: { logo: ShownLogo }) {
  const { min_width_px: width, file, label } = item;
  if (width === 0) return <p className="text-[0.8125rem] text-muted">No smallest width is set.</p>;
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <div
        className={cx(
          "flex min-h-16 flex-col items-start gap-2 overflow-clip rounded-lg border border-line p-4",
          item.background === "dark" ? "bg-black text-white" : "bg-white text-black",
        )}
      >
        <svg aria-hidden="true" width={width} height="9" className="shrink-0 overflow-visible" stroke="currentColor">
          <path d={`M.5 0v9M${width - 0.5} 0v9M.5 4.5H${width - 0.5}`} />
        </svg>
        <FilePicture
          src={src}
          file={file}
          alt={`${label} at its smallest`}
          className="h-auto max-w-none shrink-0"
          style={{ width }}
        />
      </div>
      <figcaption className="text-[0.8125rem] text-muted">Smallest width, at true size: {width} px</figcaption>
    </figure>
  );
}
