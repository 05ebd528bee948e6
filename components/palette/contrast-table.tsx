"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useMemo } from "react";
import { Badge, Card } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { type Column, Table } from "@/components/ui/table";
import { ColorChip } from "@/components/ui/text";
import { KEPT_WORDS, keptColors, ratioText } from "@/lib/content";
import { bidiIsolate } from "@/lib/platform/text";
import { type Remedies, Remedy, remediesOf } from "./remedy";
import { ROLE_LABELS } from "./stated-colors";
import type { ContrastCell, ContrastLine, DepthProps, Swatch } from "./types";
import { contrastLines } from "./use-swatches";

type ContrastTableProps = Remedies & {
  caption?: string;
  lines: readonly ContrastLine[];
  backgrounds: readonly Swatch[];
  swatches: readonly Swatch[];
};

export function PaletteContrast(props: DepthProps) {
  const { colors, swatches } = props;
  const lines = useMemo(() => contrastLines(swatches, keptColors(colors)), [swatches, colors]);
  return (
    <ContrastSection
      lines={lines}
      swatches={swatches}
      backgrounds={swatches.filter(({ role }) => role === "background")}
      {...remediesOf(props)}
    />
  );
}

export function ContrastSection(props: ContrastTableProps) {
  const { lines, backgrounds, onFix } = props;
  if (backgrounds.length === 0) {
    return <Notice>Give a colour the role “Background” to see its contrast here.</Notice>;
  }
  if (lines.length === 0) {
    return <Notice>Give a colour the role “Text”, “Primary” or “Accent” to see its contrast here.</Notice>;
  }
  const cells = lines.flatMap((line) => line.cells);
  const kept = cells.filter(({ remedy }) => remedy?.kind === "instead").length;
  const failing = cells.filter(({ passes }) => !passes).length - kept;
  const aside =
    kept === 0 ? "" : kept === 1 ? " One fails and can’t be changed." : ` ${kept} fail and can’t be changed.`;
  const passing =
    kept > 0
      ? `${cells.length - kept} of ${cells.length} pairs pass.`
      : cells.length === 1
        ? "The pair passes."
        : `All ${cells.length} pairs pass.`;
  return (
    <div className="flex flex-col gap-3">
      {failing === 0 ? (
        <Notice tone="success">{passing + aside}</Notice>
      ) : (
        <Notice tone="warning">
          {`${failing} of ${cells.length} pairs ${failing === 1 ? "fails" : "fail"}.${onFix ? " See the fix below each." : ""}${aside}`}
        </Notice>
      )}
      <ContrastTable {...props} />
    </div>
  );
}

export function ContrastTable({
  caption = "Contrast of each colour on each background",
  lines,
  backgrounds,
  ...remedies
}: ContrastTableProps) {
  const columns: Column<ContrastLine>[] = [
    { header: "Colour", rowHeader: true, cell: ({ foreground }) => <ForegroundName {...foreground} /> },
    {
      header: "Needs",
      cell: ({ required }) => <span className="font-mono tabular-nums">{`${required}:1`}</span>,
    },
    ...backgrounds.map(
      (background, index): Column<ContrastLine> => ({
        key: background.id,
        header: `On ${bidiIsolate(background.name)}`,
        cell: ({ foreground, cells }) => {
          const cell = cells[index];
          return cell ? <Reading {...{ cell, foreground, background, ...remedies }} /> : null;
        },
      }),
    ),
  ];
  return (
    <Card flush>
      <Table caption={caption} columns={columns} rows={lines} rowKey={(line) => line.foreground.id} />
    </Card>
  );
}

export function ForegroundName({ name, role, hex }: Swatch) {
  return (
    <span className="flex items-center gap-2.5">
      <ColorChip hex={hex} />
      <span className="min-w-0">
        <ContentText className="block wrap-anywhere">{name}</ContentText>
        <span className="block font-normal text-[0.8125rem] text-muted">{ROLE_LABELS[role].label}</span>
      </span>
    </span>
  );
}

export function Sample({ ground, ink }: { ground: string; ink: string }) {
  return (
    <span
      aria-hidden="true"
      // Decorative, not text: the example is meant to be hard to read when the pair fails.
      className="flex h-8 w-11 shrink-0 items-center justify-center rounded-md border border-line font-semibold before:content-['Aa']"
      style={{ backgroundColor: ground, color: ink }}
    />
  );
}

type ReadingProps = Remedies & {
  cell: ContrastCell;
  foreground: Swatch;
  background: Swatch;
  swatches: readonly Swatch[];
};

function Reading({ cell: { ratio, passes, remedy }, foreground, background, ...remedies }: ReadingProps) {
  return (
    <span className="flex flex-col items-start gap-2 py-1 max-sm:items-end">
      <span className="flex items-center gap-2.5">
        <Sample ground={background.hex} ink={foreground.hex} />
        <span className="font-mono tabular-nums">{ratioText(ratio)}</span>
        {passes ? (
          <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
            Passes
          </Badge>
        ) : remedy?.kind === "instead" ? (
          <Badge>{KEPT_WORDS[remedy.kept].badge}</Badge>
        ) : (
          <Badge tone="danger" icon={<CircleX aria-hidden="true" />}>
            Fails
          </Badge>
        )}
      </span>
      {remedy ? <Remedy {...remedies} remedy={remedy} /> : null}
    </span>
  );
}
