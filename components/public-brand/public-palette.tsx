import { ROLE_LABELS } from "@/components/palette/role-labels";
import type { Swatch } from "@/components/palette/types";
import { ContentText } from "@/components/ui/content-text";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";

type PublicPaletteProps = {
  swatches: readonly Omit<Swatch, "description" | "blocked">[];
  /** All of them as CSS variables. */
  css: string;
};

/** The colours, with values to copy, one by one and all at once. */
export function PublicPalette({ swatches, css }: PublicPaletteProps) {
  if (swatches.length === 0) return null;
  return (
    <Section
      large
      id="colours"
      title="Colours"
      actions={<CopyButton withText size="sm" value={css} label="Copy all as CSS" />}
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-3">
        {swatches.map(({ id, name, role, hex, rgb, ink, usage }) => (
          <li key={id} className="flex min-w-0 overflow-clip rounded-xl border border-line bg-surface sm:flex-col">
            <p
              className="flex items-end border-line p-3 font-medium text-[0.8125rem] max-sm:w-28 max-sm:shrink-0 max-sm:border-r sm:h-28 sm:border-b"
              style={{ backgroundColor: hex, color: ink }}
            >
              {ROLE_LABELS[role].label}
            </p>
            <div className="flex min-w-0 grow flex-col gap-1.5 p-3">
              <ContentText as="h3" className="font-semibold wrap-anywhere">
                {name}
              </ContentText>
              <p className="flex items-center justify-between gap-2 font-mono text-[0.8125rem]">
                {hex}
                <CopyButton value={hex} label={`Copy the hex of ${name}`} />
              </p>
              <p className="font-mono text-[0.8125rem] text-muted">{`rgb(${rgb.r} ${rgb.g} ${rgb.b})`}</p>
              {usage ? (
                <ContentText as="p" className="mt-1 text-[0.8125rem] text-muted wrap-anywhere">
                  {usage}
                </ContentText>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
