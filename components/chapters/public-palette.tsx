import { ColorFormatChoice, ColorValue, ColorValues } from "@/components/palette/color-values";
import { GradientCards, ROLE_LABELS, StatedColors } from "@/components/palette/stated-colors";
import { Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { CopyButton } from "@/components/ui/copy-button";
import { type BrandSnapshot, colorForms, colorsInWords, gradientCss, readableInk, stopHex } from "@/lib/content";
import type { Tell } from "@/lib/platform/output-text";
import { bidiIsolate } from "@/lib/platform/text";
import { asCss } from "@/lib/rendering";

/** The colours of a version. */
export function PublicPalette({ colors, tell }: { colors: BrandSnapshot["colors"]; tell: Tell }) {
  const { palette, print = {}, gradients = [] } = colors;
  if (palette.length === 0) return null;
  const stated = tell(
    colorsInWords({ ...colors, scales: undefined, print: undefined, gradients: undefined }, bidiIsolate),
  );
  return (
    <Section
      large
      id="colours"
      title="Colours"
      actions={
        <>
          <ColorFormatChoice />
          <CopyButton withText size="sm" value={asCss({ colors })} label="Copy all as CSS" />
        </>
      }
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-3">
        {palette.map(({ id, name, role, hex, usage }) => (
          <li key={id} className="flex min-w-0 overflow-clip rounded-xl border border-line bg-surface sm:flex-col">
            <p
              className="flex items-end border-line p-3 font-medium text-[0.8125rem] max-sm:w-24 max-sm:shrink-0 max-sm:border-r max-sm:p-2 sm:h-28 sm:border-b"
              style={{ backgroundColor: hex, color: readableInk(hex) }}
            >
              {ROLE_LABELS[role].label}
            </p>
            <div className="flex min-w-0 grow flex-col gap-1.5 p-3">
              <ContentText as="h3" className="font-semibold wrap-anywhere">
                {name}
              </ContentText>
              <ColorValue name={name} forms={colorForms(hex)} />
              <ColorValues name={name} print={print[id]} />
              <ContentText as="p" className="mt-1 text-[0.8125rem] text-muted wrap-anywhere">
                {usage}
              </ContentText>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <GradientCards
          gradients={gradients.map((gradient) => ({
            id: gradient.id,
            name: gradient.name,
            css: gradientCss(gradient, (stop) => stopHex(palette, stop)),
          }))}
        />
      </div>
      {stated.length > 0 ? (
        <div className="mt-8 flex flex-col gap-8">
          <StatedColors stated={stated} level={3} />
        </div>
      ) : null}
    </Section>
  );
}
