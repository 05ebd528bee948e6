import { ArrowLeftRight } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { HexValue } from "@/components/diff/value-marks";
import { words } from "@/components/diff/value-text";
import { StatedColors } from "@/components/palette/stated-colors";
import { Button } from "@/components/ui/button";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { Label } from "@/components/ui/field-parts";
import { Input } from "@/components/ui/input";
import { buttonClass } from "@/components/ui/styles";
import type { BrandSnapshot, ColorTexts } from "@/lib/content";

type CompareFormProps = { base: string; from: number; to: number; newest: number; swap?: boolean };

export function CompareForm({ base, from, to, newest, swap = false }: CompareFormProps) {
  const number = {
    type: "number",
    inputMode: "numeric",
    min: 1,
    max: newest,
    required: true,
    className: "w-20",
  } as const;
  return (
    <Form key={`${from}-${to}`} action={base} className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <Label htmlFor="compare-from" className="font-normal text-muted">
        Compare version
      </Label>
      <span className="w-20">
        <Input {...number} id="compare-from" name="from" defaultValue={from} />
      </span>
      <Label htmlFor="compare-to" className="font-normal text-muted">
        with
      </Label>
      <span className="w-20">
        <Input {...number} id="compare-to" name="to" defaultValue={to} />
      </span>
      <Button type="submit">Compare</Button>
      {swap ? (
        <Link href={`${base}?from=${to}&to=${from}`} className={buttonClass({ variant: "ghost" })}>
          <ArrowLeftRight aria-hidden="true" />
          Swap
        </Link>
      ) : null}
    </Form>
  );
}

type SnapshotPaletteProps = { colors: BrandSnapshot["colors"]; stated: readonly ColorTexts[] };

export function SnapshotPalette({ colors, stated }: SnapshotPaletteProps) {
  if (colors.palette.length === 0) {
    return (
      <EmptyState framed title="No colours">
        This version has no palette.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <Entries colors={colors} />
      <StatedColors stated={stated} level={2} />
    </div>
  );
}

function Entries({ colors }: { colors: BrandSnapshot["colors"] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {colors.palette.map(({ id, name, role, hex, usage, locked }) => (
        <li key={id} className="rounded-xl border border-line bg-surface px-4 py-3">
          <div className="flex items-center justify-between gap-3">
            <HexValue hex={hex} />
            {locked ? <span className="text-[0.8125rem] text-muted">Locked</span> : null}
          </div>
          <ContentText as="p" className="mt-2 font-medium wrap-anywhere">
            {name}
          </ContentText>
          <p className="text-[0.8125rem] text-muted">{words(role)}</p>
          {usage ? (
            <ContentText as="p" className="mt-1 text-[0.8125rem] wrap-anywhere">
              {usage}
            </ContentText>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
