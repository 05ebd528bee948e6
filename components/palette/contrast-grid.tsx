"use client";

import { Ban } from "lucide-react";
import { useMemo } from "react";
import { Badge, type BadgeTone, Card } from "@/components/ui/card";
import { type Column, Table } from "@/components/ui/table";
import {
  type Colors,
  type ContrastLevel,
  type ContrastRemedy,
  contrastGrid,
  contrastRemedy,
  type GridPair,
  KEPT_WORDS,
  keptColors,
  ratioText,
} from "@/lib/content";
import { brokenColorRules } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import { ForegroundName, Sample } from "./contrast-table";
import { Remedy, remediesOf } from "./remedy";
import type { DepthProps, Swatch } from "./types";

const LEVELS: Record<ContrastLevel, { word: string; tone: BadgeTone }> = {
  AAA: { word: "AAA", tone: "success" },
  AA: { word: "AA", tone: "success" },
  large: { word: "AA, large text", tone: "neutral" },
  low: { word: "Too low", tone: "danger" },
};

/** Contrast of every text colour on every background, and on primary and accent. Only intended pairs get a grade. */
export function ContrastGrid(props: DepthProps) {
  const { colors, swatches } = props;
  const { rules = [] } = colors;
  const { inks, grounds, pairs } = useMemo(() => rated(colors), [colors]);
  const swatchOf = (id: string) => swatches.find((swatch) => swatch.id === id);
  const remedies = remediesOf(props);
  const columns: Column<Swatch>[] = [
    { header: "Colour", rowHeader: true, cell: (swatch) => <ForegroundName {...swatch} /> },
    ...grounds.flatMap((groundId): Column<Swatch>[] => {
      const ground = swatchOf(groundId);
      if (!ground) return [];
      return [
        {
          key: groundId,
          header: `On ${bidiIsolate(ground.name)}`,
          cell: (ink) => {
            const pair = pairs.find((one) => one.foregroundId === ink.id && one.backgroundId === groundId);
            if (!pair) return <span className="text-muted">Same colour</span>;
            const broken = brokenColorRules(rules, { color: ink.id, on: groundId });
            return (
              <span className="flex flex-col items-start gap-1.5 py-1 max-sm:items-end">
                <span className="flex items-center gap-2">
                  <Sample ground={ground.hex} ink={ink.hex} />
                  <span className="font-mono tabular-nums">{ratioText(pair.ratio)}</span>
                </span>
                <span className="flex flex-wrap gap-1.5">
                  <Grade pair={pair} />
                  {broken.length > 0 ? (
                    <Badge tone="warning" icon={<Ban aria-hidden="true" />}>
                      {broken.some(({ severity }) => severity === "must") ? "Breaks a rule" : "Not recommended"}
                    </Badge>
                  ) : null}
                </span>
                {pair.remedy ? <Remedy {...remedies} remedy={pair.remedy} swatches={swatches} /> : null}
              </span>
            );
          },
        },
      ];
    }),
  ];
  return (
    <Card flush>
      <Table
        caption="Contrast of all pairs"
        columns={columns}
        rows={inks.flatMap((id) => swatchOf(id) ?? [])}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

type RatedPair = GridPair & { remedy: ContrastRemedy | null };

function rated(colors: Colors) {
  const { palette } = colors;
  const keptOf = keptColors(colors);
  const grid = contrastGrid(palette);
  const pairs = grid.pairs.map((pair): RatedPair => {
    const { ratio, required } = pair;
    const misses = required !== null && ratio < required;
    return { ...pair, remedy: misses ? contrastRemedy(palette, { ...pair, required }, keptOf) : null };
  });
  return { ...grid, pairs };
}

function Grade({ pair: { level, required, remedy } }: { pair: RatedPair }) {
  if (required === null) return null;
  if (remedy?.kind === "instead") return <Badge>{KEPT_WORDS[remedy.kept].badge}</Badge>;
  const { word, tone } = LEVELS[remedy ? "low" : level];
  return <Badge tone={tone}>{word}</Badge>;
}
