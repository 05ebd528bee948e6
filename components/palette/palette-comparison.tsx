import { ArrowRight, Lock } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { ContentText } from "@/components/ui/content-text";
import type { PaletteEntry } from "@/lib/brand-document";
import { ColorBand } from "./color-band";

type PaletteComparisonProps = { before: readonly PaletteEntry[]; after: readonly PaletteEntry[] };

/** Two states of a palette, colour by colour. */
export function PaletteComparison({ before, after }: PaletteComparisonProps) {
  return (
    <section aria-label="Before and after" className="flex flex-col gap-3">
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {before.length > 0 ? <Labelled label="Now" swatches={before} /> : null}
        <Labelled label="After" swatches={after} />
      </div>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {after.map((entry) => (
          <Line key={entry.id} entry={entry} former={before.find(({ id }) => id === entry.id)} />
        ))}
      </ul>
    </section>
  );
}

function Labelled({ label, swatches }: { label: string; swatches: readonly PaletteEntry[] }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-[0.8125rem] text-muted">{label}</p>
      <ColorBand swatches={swatches} />
    </div>
  );
}

function Line({ entry, former }: { entry: PaletteEntry; former: PaletteEntry | undefined }) {
  const same = former?.hex === entry.hex;
  return (
    <li className="flex min-h-10 items-center gap-3 border-line border-b py-1.5">
      <ContentText className="min-w-0 grow truncate">{entry.name}</ContentText>
      {entry.locked ? <Badge icon={<Lock aria-hidden="true" />}>Locked</Badge> : null}
      {former && !same ? <Chip hex={former.hex} label="from" /> : null}
      {former && !same ? <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-faint" /> : null}
      {same ? <span className="text-[0.8125rem] text-muted">unchanged</span> : null}
      <Chip hex={entry.hex} label={former && !same ? "to" : ""} />
    </li>
  );
}

function Chip({ hex, label }: { hex: string; label: string }) {
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="size-5 rounded-md border border-line" style={{ backgroundColor: hex }} />
      <span className="font-mono text-xs">{hex}</span>
    </span>
  );
}
