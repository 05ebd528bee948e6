import { CodeBlock } from "@/components/ui/code-block";
import type { BrandDocument } from "@/lib/brand-document";
import { publishFoundations } from "@/lib/foundations";
import { publishTypography } from "@/lib/typography";

type IdentityJsonProps = { label: string; document: BrandDocument };

/** The bundle's `identity`, and what it says beside it but for colours, logos, assets and URLs, which live for half an hour. */
export function IdentityJson({ label, document }: IdentityJsonProps) {
  const { identity, typography, foundations, imagery, legal } = document;
  const beside = {
    typography: typography && publishTypography(typography, () => ({})),
    foundations: publishFoundations(foundations).foundations,
    imagery,
    legal,
  };
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock tall label={label} code={JSON.stringify(identity, null, 2)} />
      {Object.entries(beside).map(([name, value]) =>
        value ? <CodeBlock key={name} tall label={`${name}.json`} code={JSON.stringify(value, null, 2)} /> : null,
      )}
    </div>
  );
}
