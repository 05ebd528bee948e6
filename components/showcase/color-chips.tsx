"use client";

import { Check, Copy } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { copyText } from "@/components/ui/browser";
import { ContentText } from "@/components/ui/content-text";
import { LiveRegion } from "@/components/ui/skip-link";
import { cx } from "@/components/ui/styles";

/** Splits into rows of similar length, so that a short last row has no oversized chips. */
const MAX_IN_A_ROW = 9;
const MAX_IN_A_STRIP = 14;

type ColorChipsProps = {
  colors: readonly { id: string; name: string; hex: string; ink: string }[];
  compact?: boolean;
};

export function ColorChips({ colors, compact = false }: ColorChipsProps) {
  const [answer, setAnswer] = useState({ id: "", copied: false, text: "" });
  const most = compact ? MAX_IN_A_STRIP : MAX_IN_A_ROW;
  const perRow = Math.ceil(colors.length / Math.ceil(colors.length / most));
  const corner = compact ? "top-1.5 right-1.5" : "top-3 right-3";
  const least = compact ? "3.5rem" : "6.5rem";
  return (
    <>
      <ul aria-label="Colours" className="flex flex-wrap">
        {colors.map(({ id, name, hex, ink }) => (
          <li
            key={id}
            className={cx("min-w-0 grow basis-(--share)", compact && "max-sm:basis-[22%]")}
            style={{ "--share": `max(${least}, ${100 / (perRow + 0.5)}%)` } as CSSProperties}
          >
            <button
              type="button"
              title={`Copy ${hex} (${name})`}
              className={cx(
                "group ring-within relative flex w-full cursor-pointer flex-col items-start justify-end text-left leading-tight [&_svg]:absolute [&_svg]:size-3.5",
                compact ? "h-11 px-2 py-1.5 text-xs" : "h-20 p-3 text-[0.8125rem]",
              )}
              style={{ backgroundColor: hex, color: ink }}
              onClick={async ({ currentTarget }) => {
                const copied = await copyText(hex, currentTarget);
                setAnswer({ id, copied, text: copied ? `Copied ${hex}` : "Copying failed" });
              }}
            >
              {answer.id === id && answer.copied ? (
                <Check aria-hidden="true" className={corner} />
              ) : (
                <Copy
                  aria-hidden="true"
                  className={cx(
                    corner,
                    "opacity-0 transition-opacity group-hover:opacity-80 group-focus-visible:opacity-80 [@media(hover:none)]:opacity-60",
                  )}
                />
              )}
              <span className="sr-only">Copy </span>
              <ContentText className="max-w-full truncate font-medium">{name}</ContentText>
              <span className={cx("font-mono text-xs", compact && answer.id !== id && "sr-only")}>
                {answer.id === id ? answer.text : hex}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <LiveRegion message={answer.text} />
    </>
  );
}
