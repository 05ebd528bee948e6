import { ContentText, MixedText } from "@/components/ui/content-text";
import type { ToldColors } from "@/lib/content";

/** What is stated of colours besides the palette, in words; what people wrote in them is `isolated`. */
export function StatedColors({ told, level }: { told: readonly ToldColors[]; level: 2 | 3 }) {
  return told.map((group) => <StatedEntries key={group.title} {...group} level={level} />);
}

/** A titled list of names with a text each; nothing where the list is empty. */
export function StatedEntries({ title, entries, level = 3 }: ToldColors & { level?: 2 | 3 }) {
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
