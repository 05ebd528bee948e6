import { ContentText, MixedText } from "@/components/ui/content-text";
import type { ColorTexts } from "@/lib/content";

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
