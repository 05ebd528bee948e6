import { ContentText, MixedText } from "@/components/ui/content-text";
import { TextLink } from "@/components/ui/text-link";
import { bidiIsolate } from "@/lib/platform/text";
import { type ShownTypeface, standInText } from "@/lib/rendering";

type StandInNoteProps = {
  typefaces: readonly ShownTypeface[];
  /** Where the reader can upload fonts. Null when they can't. */
  href: string | null;
};

/** Lists typefaces that the drawings replace with another font. */
export function StandInNote({ typefaces, href }: StandInNoteProps) {
  const missing = typefaces.filter(({ standsIn }) => standsIn);
  if (missing.length === 0) return null;
  return (
    <p className="text-[0.8125rem] text-muted">
      {missing.map((typeface) => (
        <span key={typeface.name}>
          <ContentText className="wrap-anywhere">{typeface.name}</ContentText>{" "}
          <MixedText>{standInText({ ...typeface, shownIn: bidiIsolate(typeface.shownIn) })}</MixedText>{" "}
        </span>
      ))}
      {href ? <TextLink href={href}>Upload font files</TextLink> : null}
    </p>
  );
}
