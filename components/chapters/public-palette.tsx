import { ColorFormatChoice, ColorValue, ColorValues } from "@/components/palette/color-values";
import { GradientCards, ROLE_LABELS, StatedColors } from "@/components/palette/stated-colors";
import type { Swatch } from "@/components/palette/types";
import { ContentText } from "@/components/ui/content-text";
import { CopyButton } from "@/components/ui/icon-button";
import { Section } from "@/components/ui/section";
import type { ColorTexts, StoredPrint } from "@/lib/content";

type PublicPaletteProps = {
  swatches: readonly Omit<Swatch, "description" | "blocked">[];
  css: string;
  print: Readonly<Record<string, StoredPrint>>;
  gradients: readonly { id: string; name: string; css: string }[];
  stated: readonly ColorTexts[];
};

export function PublicPalette({ swatches, css, print, gradients, stated }: PublicPaletteProps) {
  if (swatches.length === 0) return null;
  return (
    <Section
      large
      id="colours"
      title="Colours"
      actions={
        <>
          <ColorFormatChoice />
          <CopyButton withText size="sm" value={css} label="Copy all as CSS" />
        </>
      }
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-3">
        {swatches.map(({ id, name, role, hex, forms, ink, usage }) => (
          <li key={id} className="flex min-w-0 overflow-clip rounded-xl border border-line bg-surface sm:flex-col">
            <p
              className="flex items-end border-line p-3 font-medium text-[0.8125rem] max-sm:w-24 max-sm:shrink-0 max-sm:border-r max-sm:p-2 sm:h-28 sm:border-b"
              style={{ backgroundColor: hex, color: ink }}
            >
              {ROLE_LABELS[role].label}
            </p>
            <div className="flex min-w-0 grow flex-col gap-1.5 p-3">
              <ContentText as="h3" className="font-semibold wrap-anywhere">
                {name}
              </ContentText>
              <ColorValue name={name} forms={forms} />
              <ColorValues name={name} print={print[id]} />
              {usage ? (
                <ContentText as="p" className="mt-1 text-[0.8125rem] text-muted wrap-anywhere">
                  {usage}
                </ContentText>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <GradientCards gradients={gradients} />
      </div>
      {stated.length > 0 ? (
        <div className="mt-8 flex flex-col gap-8">
          <StatedColors stated={stated} level={3} />
        </div>
      ) : null}
    </Section>
  );
}
