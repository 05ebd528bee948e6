import { ContentText, MixedText } from "@/components/ui/content-text";
import { CopyButton } from "@/components/ui/copy-button";
import type { ColorTexts } from "@/lib/content";
import type { ColorRole, ColorSource } from "@/lib/contract";

/** Dark set and rules in words, with people's texts bidi-isolated. */
export function StatedColors({ stated, level }: { stated: readonly ColorTexts[]; level: 2 | 3 }) {
  return stated.map((group) => <StatedEntries key={group.title} {...group} level={level} />);
}

export function StatedEntries({ title, entries, level = 3 }: ColorTexts & { level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  if (entries.length === 0) return null;
  return (
    <div>
      <Heading className="mb-3 font-semibold">{title}</Heading>
      <dl className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
        {entries.map(({ name, text }) => (
          <div key={`${name} ${text}`}>
            <dt className="font-medium">
              <ContentText>{name}</ContentText>
            </dt>
            <dd className="text-muted wrap-anywhere">
              <MixedText>{text}</MixedText>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function GradientCards({ gradients }: { gradients: readonly { id: string; name: string; css: string }[] }) {
  if (gradients.length === 0) return null;
  return (
    <ul aria-label="Gradients" className="grid gap-3 sm:grid-cols-2">
      {gradients.map(({ id, name, css }) => (
        <li key={id} className="overflow-clip rounded-xl border border-line bg-surface">
          <div aria-hidden="true" className="h-20" style={{ backgroundImage: css }} />
          <p className="flex items-center justify-between gap-2 p-3">
            <ContentText className="min-w-0 font-medium wrap-anywhere">{name}</ContentText>
            <CopyButton value={css} label={`Copy ${name} as CSS`} />
          </p>
        </li>
      ))}
    </ul>
  );
}

export const ROLE_LABELS: Record<ColorRole, { label: string; hint: string }> = {
  primary: { label: "Primary", hint: "The brand's lead colour" },
  secondary: { label: "Secondary", hint: "Supports the primary colour" },
  accent: { label: "Accent", hint: "Draws attention" },
  neutral: { label: "Neutral", hint: "Borders, dividers and quiet backgrounds" },
  background: { label: "Background", hint: "Behind everything else" },
  text: { label: "Text", hint: "Body text and headings" },
  success: { label: "Success", hint: "Confirmations" },
  warning: { label: "Warning", hint: "Cautions" },
  danger: { label: "Danger", hint: "Errors and destructive actions" },
};

export const SOURCE_LABELS: Record<ColorSource, string> = {
  generated: "Generated from a colour",
  extracted: "Generated from an image",
  manual: "Chosen by hand",
  imported: "Imported",
};

export const HARMONY_LABELS = {
  analogous: { label: "Analogous", hint: "Neighbours on the colour wheel. Calm." },
  complementary: { label: "Complementary", hint: "The opposite hue as accent. Strongest contrast." },
  triadic: { label: "Triadic", hint: "Three evenly spaced hues. Lively." },
  "split-complementary": { label: "Split complementary", hint: "Next to the opposite hue. Strong but softer." },
  tetradic: { label: "Tetradic", hint: "Two pairs of opposite hues. Rich, needs a clear lead." },
  monochromatic: { label: "Monochromatic", hint: "One hue in several lightnesses. Quiet." },
} as const;
