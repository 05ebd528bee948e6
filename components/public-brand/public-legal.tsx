import { ContentText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import { languageName, type StoredLegal } from "@/lib/content";

export function PublicLegal({ legal }: { legal: StoredLegal | undefined }) {
  const boilerplate = Object.entries(legal?.boilerplate ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = legal?.trademark_lines ?? [];
  if (lines.length + boilerplate.length === 0) return null;
  return (
    <Section large id="legal" title="Legal">
      <div className="flex max-w-prose flex-col gap-6">
        {boilerplate.map(([tag, text]) => (
          <div key={tag}>
            <h3 className="mb-1 font-semibold">About the brand, in {languageName(tag)}</h3>
            <p lang={tag} dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
            </p>
          </div>
        ))}
        {lines.length > 0 ? (
          <ul className="flex flex-col gap-1 text-[0.8125rem] text-muted">
            {lines.map((line) => (
              <li key={line}>
                <ContentText className="wrap-anywhere">{line}</ContentText>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  );
}
