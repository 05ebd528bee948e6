import { ColorBand } from "@/components/palette/color-values";
import { ContentText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { ColorChip } from "@/components/ui/text";

type PalettePreviewProps = {
  palette: readonly { id: string; name: string; hex: string }[];
  /** Explains a colour added to the generated nine. */
  added?: string | null;
};

export function PalettePreview({ palette, added }: PalettePreviewProps) {
  if (palette.length === 0) return null;
  return (
    <section aria-label="Palette preview" className="flex flex-col gap-3">
      <p className="font-medium">Palette preview</p>
      <ColorBand swatches={palette} />
      {added ? <Notice>{added}</Notice> : null}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-1">
        {palette.map(({ id, name, hex }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <ColorChip hex={hex} look="size-4 rounded border-line" />
            <ContentText className="min-w-0 truncate">{name}</ContentText>
            <span className="ml-auto font-mono text-muted text-xs">{hex}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
