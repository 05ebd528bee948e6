import { HexValue } from "@/components/diff/value-marks";
import { words } from "@/components/diff/value-text";
import { StatedColors } from "@/components/palette/stated-colors";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import type { BrandSnapshot, ColorTexts } from "@/lib/content";

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
