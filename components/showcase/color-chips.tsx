"use client";

import { useState } from "react";
import { ContentText } from "@/components/ui/content-text";
import { copyText } from "@/components/ui/copy-text";
import { LiveRegion } from "@/components/ui/live-region";

/** Rows of about as many each: none ends in two that are as wide as all of the others. */
const MOST_IN_A_ROW = 9;

type ColorChipsProps = { colors: readonly { id: string; name: string; hex: string; ink: string }[] };

/** The colours of a brand, each copied by a click. */
export function ColorChips({ colors }: ColorChipsProps) {
  const [answer, setAnswer] = useState({ id: "", text: "" });
  const perRow = Math.ceil(colors.length / Math.ceil(colors.length / MOST_IN_A_ROW));
  return (
    <>
      <ul aria-label="Colours" className="flex flex-wrap">
        {colors.map(({ id, name, hex, ink }) => (
          <li key={id} className="min-w-0 grow" style={{ flexBasis: `max(6.5rem, ${100 / (perRow + 0.5)}%)` }}>
            <button
              type="button"
              title={`${name} ${hex}`}
              className="ring-within flex h-20 w-full cursor-pointer flex-col items-start justify-end p-3 text-left text-[0.8125rem] leading-tight"
              style={{ backgroundColor: hex, color: ink }}
              onClick={async ({ currentTarget }) => {
                const copied = await copyText(hex, currentTarget);
                setAnswer({ id, text: copied ? `Copied ${hex}` : "Copying failed" });
              }}
            >
              <span className="sr-only">Copy </span>
              <ContentText className="max-w-full truncate font-medium">{name}</ContentText>
              <span className="font-mono text-xs">{answer.id === id ? answer.text : hex}</span>
            </button>
          </li>
        ))}
      </ul>
      <LiveRegion message={answer.text} />
    </>
  );
}
