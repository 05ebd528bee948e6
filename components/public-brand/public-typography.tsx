import type { ReactNode } from "react";
import { StandInNote } from "@/components/showcase/stand-in-note";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import { type StoredTypography, typographyInWords } from "@/lib/content";
import { FONT_ROLES, type FontRole } from "@/lib/contract";
import { isolated } from "@/lib/platform/isolated";
import type { ShownTypeface } from "@/lib/rendering";

type PublicTypographyProps = {
  names: Partial<Record<FontRole, string>>;
  typography: StoredTypography | undefined;
  typefaces: readonly ShownTypeface[];
  specimen: ReactNode;
};

/** What the brand is set in, to see and in words. */
export function PublicTypography({ names, typography, typefaces, specimen }: PublicTypographyProps) {
  const { fonts, styles } = typographyInWords(typography, isolated);
  const named = FONT_ROLES.flatMap((use) => {
    const text = names[use];
    return text ? [{ name: use, text }] : [];
  });
  if (named.length + fonts.length + styles.length === 0) return null;
  return (
    <Section large id="typefaces" title="Typefaces">
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-3">
          <div className="overflow-clip rounded-xl border border-line">{specimen}</div>
          <StandInNote typefaces={typefaces} href={null} />
        </div>
        {named.length > 0 ? (
          <dl className="grid gap-x-10 gap-y-3 sm:grid-cols-3">
            {named.map(({ name, text }) => (
              <div key={name}>
                <dt className="text-[0.8125rem] text-muted capitalize">{name}</dt>
                <ContentText as="dd" className="font-medium wrap-anywhere">
                  {text}
                </ContentText>
              </div>
            ))}
          </dl>
        ) : null}
        <Entries title="The typefaces in detail" entries={fonts} />
        <Entries title="Text styles" entries={styles} />
      </div>
    </Section>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly { name: string; text: string }[] }) {
  if (entries.length === 0) return null;
  return (
    <div>
      <h3 className="mb-3 font-semibold">{title}</h3>
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
