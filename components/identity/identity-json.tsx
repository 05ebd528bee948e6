import { CodeBlock } from "@/components/ui/code-block";
import type { StoredTypography } from "@/lib/brand-document";
import type { CompiledIdentity } from "@/lib/contract";
import { publishTypography } from "@/lib/typography";

type IdentityJsonProps = { label: string; identity: CompiledIdentity; typography: StoredTypography | undefined };

/** The bundle's `identity`, and what it says of typography beside it, but for the URLs, which live for half an hour. */
export function IdentityJson({ label, identity, typography }: IdentityJsonProps) {
  const beside = publishTypography(typography, () => ({}));
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock tall label={label} code={JSON.stringify(identity, null, 2)} />
      {typography ? <CodeBlock tall label="typography.json" code={JSON.stringify(beside, null, 2)} /> : null}
    </div>
  );
}
