"use client";

import { GitCompareArrows, X } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { belongsToPage } from "@/components/ui/hooks";
import { reservePageBar } from "@/components/ui/page-bar";
import { LiveRegion } from "@/components/ui/skip-link";
import { LinkButton } from "@/components/ui/text";

type Picks = { picked: readonly number[]; setPicked: (picked: readonly number[]) => void };

const PicksContext = createContext<Picks>({ picked: [], setPicked: () => {} });

/** Keeps the picked versions while the reader moves through the pages of the history. */
export function VersionPicks({ children }: { children: ReactNode }) {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const value = useMemo(() => ({ picked, setPicked }), [picked]);
  return <PicksContext value={value}>{children}</PicksContext>;
}

export function PickVersion({ version }: { version: number }) {
  const { picked, setPicked } = useContext(PicksContext);
  const others = picked.filter((other) => other !== version);
  return (
    <Checkbox
      hideLabel
      label={`Pick version ${version} to compare`}
      checked={picked.includes(version)}
      // A third pick replaces the first.
      onCheckedChange={(wanted) => setPicked(wanted ? [...others.slice(-1), version] : others)}
    />
  );
}

export function CompareBar({ base, live }: { base: string; live: number }) {
  const { picked, setPicked } = useContext(PicksContext);
  const any = picked.length > 0;
  useEffect(() => {
    if (!any) return;
    const clear = (event: KeyboardEvent) => event.key === "Escape" && belongsToPage(event) && setPicked([]);
    document.addEventListener("keydown", clear);
    return () => document.removeEventListener("keydown", clear);
  }, [any, setPicked]);
  const [from = live, to = live] = picked.toSorted((a, b) => a - b);
  const names = picked.length === 2 ? `Versions ${from} and ${to}` : `Version ${from}`;
  return (
    <>
      <LiveRegion message={any ? `${names} picked` : ""} />
      {any ? (
        <section
          aria-label="Comparison"
          ref={reservePageBar}
          data-page-bar=""
          className="sticky bottom-3 z-20 flex animate-rise-in flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-xl border border-line bg-raised px-4 py-3 shadow-floating max-sm:-mx-1 max-sm:bottom-2 max-sm:px-3"
        >
          <p className="tabular-nums">
            <span className="font-medium">{names}</span>
            {picked.length === 1 ? <span className="text-muted"> · pick another to compare</span> : null}
          </p>
          <div className="flex items-center gap-2">
            {from === to ? null : (
              <LinkButton variant="primary" icon={<GitCompareArrows />} href={`${base}?from=${from}&to=${to}`}>
                {picked.length === 1 ? "Compare with live" : "Compare"}
              </LinkButton>
            )}
            <IconButton icon={<X />} label="Clear picks" aria-keyshortcuts="Escape" onClick={() => setPicked([])} />
          </div>
        </section>
      ) : null}
    </>
  );
}
