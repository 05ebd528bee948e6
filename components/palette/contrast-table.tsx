"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { type Column, Table } from "@/components/ui/table";
import { isolated } from "@/lib/kernel/isolated";
import type { ContrastFix } from "@/lib/palette";
import { ROLE_LABELS } from "./role-labels";
import type { ContrastCell, ContrastLine, Swatch } from "./types";

type ContrastTableProps = {
  caption?: string;
  lines: readonly ContrastLine[];
  backgrounds: readonly Swatch[];
  /** Why nothing can be fixed; null when it can. */
  reason: string | null;
  onFix: (fix: ContrastFix) => void;
};

/** Rounded down, so that 4.499 never reads as 4.5. */
export const ratioText = (ratio: number): string => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;

/** How each colour that must be read reads on each background, in numbers and words, with the nearest colour that passes. */
export function ContrastTable({
  caption = "Contrast of each colour on each background",
  lines,
  backgrounds,
  reason,
  onFix,
}: ContrastTableProps) {
  const columns: Column<ContrastLine>[] = [
    { key: "colour", header: "Colour", rowHeader: true, cell: ({ foreground }) => <ForegroundName {...foreground} /> },
    {
      key: "required",
      header: "Needs",
      cell: ({ required }) => <span className="font-mono tabular-nums">{`${required}:1`}</span>,
    },
    ...backgrounds.map(
      (background, index): Column<ContrastLine> => ({
        key: background.id,
        header: `On ${isolated(background.name)}`,
        cell: ({ foreground, cells }) => {
          const cell = cells[index];
          return cell ? <Reading {...{ cell, foreground, background, reason, onFix }} /> : null;
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
      <span
        aria-hidden="true"
        className="size-5 shrink-0 rounded-md border border-line"
        style={{ backgroundColor: hex }}
      />
      <span className="min-w-0">
        <ContentText className="block wrap-anywhere">{name}</ContentText>
        <span className="block font-normal text-[0.8125rem] text-muted">{ROLE_LABELS[role].label}</span>
      </span>
    </span>
  );
}

/** Text of one colour on another. */
export function Sample({ ground, ink }: { ground: string; ink: string }) {
  return (
    <span
      aria-hidden="true"
      // Not text but a picture of it: what reads badly here is shown because it does.
      className="flex h-8 w-11 shrink-0 items-center justify-center rounded-md border border-line font-semibold before:content-['Aa']"
      style={{ backgroundColor: ground, color: ink }}
    />
  );
}

type ReadingProps = {
  cell: ContrastCell;
  foreground: Swatch;
  background: Swatch;
  reason: string | null;
  onFix: (fix: ContrastFix) => void;
};

function Reading({ cell: { ratio, passes, fix }, foreground, background, reason, onFix }: ReadingProps) {
  return (
    <span className="flex flex-col items-start gap-2 py-1 max-sm:items-end">
      <span className="flex items-center gap-2.5">
        <Sample ground={background.hex} ink={foreground.hex} />
        <span className="font-mono tabular-nums">{ratioText(ratio)}</span>
        {passes ? (
          <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
            Passes
          </Badge>
        ) : (
          <Badge tone="danger" icon={<CircleX aria-hidden="true" />}>
            Fails
          </Badge>
        )}
      </span>
      {passes ? null : <Remedy {...{ fix, foreground, background, reason, onFix }} />}
    </span>
  );
}

function Remedy({
  fix,
  foreground,
  background,
  reason,
  onFix,
}: Omit<ReadingProps, "cell"> & { fix: ContrastFix | null }) {
  if (!fix) {
    const locked = [foreground, background].filter(({ blocked }) => blocked);
    return (
      <span className="max-w-56 text-[0.8125rem] text-muted max-sm:text-right">
        {locked.length === 2 && !reason
          ? "Both colours are locked."
          : "No shade passes here without failing elsewhere. Change another colour first, or keep the two apart."}
      </span>
    );
  }
  const changesBackground = fix.entryId === background.id;
  return (
    <Button
      size="sm"
      disabledReason={reason}
      onClick={() => onFix(fix)}
      icon={
        <span
          aria-hidden="true"
          className="size-3.5 rounded-sm border border-line"
          style={{ backgroundColor: fix.hex }}
        />
      }
    >
      <MixedText>{changesBackground ? `Use ${fix.hex} as ${isolated(background.name)}` : `Use ${fix.hex}`}</MixedText> (
      {ratioText(fix.ratio)})
    </Button>
  );
}
