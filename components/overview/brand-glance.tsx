import { Card } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/cx";
import { TextLink } from "@/components/ui/text-link";

type BrandGlanceProps = {
  base: string;
  tagline: string | undefined;
  logo: { url: string; label: string; background: "light" | "dark" } | null;
  palette: readonly { id: string; name: string; hex: string }[];
};

/** The brand as it looks: its logo on its own background, its line, its colours. */
export function BrandGlance({ base, tagline, logo, palette }: BrandGlanceProps) {
  return (
    <Card flush>
      <div
        className={cx(
          "relative flex h-36 items-center justify-center border-line border-b sm:h-44",
          logo ? (logo.background === "dark" ? "bg-black" : "bg-white") : "checkered",
        )}
      >
        {logo ? (
          // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
          <img src={logo.url} alt={logo.label} className="h-3/5 w-3/5 object-contain" />
        ) : (
          <p className="rounded-lg bg-surface px-3 py-1.5 text-muted">
            No logo yet. <TextLink href={`${base}/logos`}>Upload one</TextLink>
          </p>
        )}
      </div>
      {palette.length > 0 ? (
        <ul aria-label="Colours" className="flex h-8 border-line border-b">
          {palette.map(({ id, name, hex }) => (
            <li key={id} title={`${name} ${hex}`} className="min-w-0 grow" style={{ backgroundColor: hex }}>
              <span className="sr-only">
                {name} {hex}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="px-5 py-4">
        {tagline ? (
          <ContentText as="p" className="text-base wrap-anywhere">
            {tagline}
          </ContentText>
        ) : (
          <p className="text-muted">
            No tagline yet. <TextLink href={`${base}/identity#essentials`}>Write one</TextLink>
          </p>
        )}
      </div>
    </Card>
  );
}
