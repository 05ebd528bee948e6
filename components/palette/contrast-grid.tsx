"use client";

import { Ban } from "lucide-react";
import { useState } from "react";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Column, Table } from "@/components/ui/table";
import { brokenColorRules } from "@/lib/contract";
import { isolated } from "@/lib/kernel/isolated";
import { type ContrastLevel, changeColor, contrastGrid, suggestFix } from "@/lib/palette";
import { ForegroundName, ratioText, Sample } from "./contrast-table";
import type { DepthProps, Swatch } from "./types";

const LEVELS: Record<ContrastLevel, { word: string; tone: BadgeTone }> = {
  AAA: { word: "AAA", tone: "success" },
  AA: { word: "AA", tone: "success" },
  large: { word: "AA, large text", tone: "neutral" },
  low: { word: "Too low", tone: "danger" },
};
/** What text has to reach (WCAG 2.2, AA). */
const TEXT = 4.5;

/** Every colour that text may be set in on every background and on the primary and accent colours. */
export function ContrastGrid({ colors, swatches, reason, onEdit }: DepthProps) {
  const { palette, rules = [] } = colors;
  /** Pairs that no shade mends, as the palette is. */
  const [hopeless, setHopeless] = useState<{ palette: unknown; pairs: readonly string[] }>({ palette, pairs: [] });
  const { inks, grounds, pairs } = contrastGrid(palette);
  const swatchOf = (id: string) => swatches.find((swatch) => swatch.id === id);
  const known = hopeless.palette === palette ? hopeless.pairs : [];
  const fix = (foregroundId: string, backgroundId: string) => {
    const mayChange = ({ id }: { id: string }) => swatchOf(id)?.blocked === null;
    const found = suggestFix(palette, { foregroundId, backgroundId, required: TEXT }, mayChange);
    const entry = palette.find(({ id }) => id === found?.entryId);
    if (found && entry) onEdit(`Set ${entry.name} to ${found.hex}`, changeColor(colors, { ...entry, hex: found.hex }));
    else setHopeless({ palette, pairs: [...known, `${foregroundId} ${backgroundId}`] });
  };
  const columns: Column<Swatch>[] = [
    { key: "colour", header: "Colour", rowHeader: true, cell: (swatch) => <ForegroundName {...swatch} /> },
    ...grounds.flatMap((groundId): Column<Swatch>[] => {
      const ground = swatchOf(groundId);
      if (!ground) return [];
      return [
        {
          key: groundId,
          header: `On ${isolated(ground.name)}`,
          cell: (ink) => {
            const pair = pairs.find((one) => one.foregroundId === ink.id && one.backgroundId === groundId);
            if (!pair) return <span className="text-muted">Itself</span>;
            const broken = brokenColorRules(rules, { color: ink.id, on: groundId });
            const { word, tone } = LEVELS[pair.level];
            return (
              <span className="flex flex-col items-start gap-1.5 py-1 max-sm:items-end">
                <span className="flex items-center gap-2">
                  <Sample ground={ground.hex} ink={ink.hex} />
                  <span className="font-mono tabular-nums">{ratioText(pair.ratio)}</span>
                </span>
                <span className="flex flex-wrap gap-1.5">
                  <Badge tone={tone}>{word}</Badge>
                  {broken.length > 0 ? (
                    <Badge tone="warning" icon={<Ban aria-hidden="true" />}>
                      {broken.some(({ severity }) => severity === "must") ? "Against a rule" : "Better not"}
                    </Badge>
                  ) : null}
                </span>
                {pair.ratio >= TEXT ? null : known.includes(`${ink.id} ${groundId}`) ? (
                  <span className="text-[0.8125rem] text-muted">No shade passes without failing elsewhere.</span>
                ) : (
                  <Button
                    size="sm"
                    variant="ghost"
                    disabledReason={reason}
                    aria-label={`Fix ${ink.name} on ${ground.name}`}
                    onClick={() => fix(ink.id, groundId)}
                  >
                    Fix
                  </Button>
                )}
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
        caption="Contrast of every pair"
        columns={columns}
        rows={inks.flatMap((id) => swatchOf(id) ?? [])}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}
