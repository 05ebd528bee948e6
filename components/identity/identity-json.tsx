import { CodeBlock } from "@/components/ui/code-block";
import type { BrandDocument } from "@/lib/content";
import { publishedJson } from "@/lib/publishing";

/** A document's bundle JSON, in files. */
export function IdentityJson({ document }: { document: BrandDocument }) {
  return (
    <div className="flex flex-col gap-4">
      {Object.entries(publishedJson(document)).map(([name, value]) =>
        value ? <CodeBlock key={name} tall label={`${name}.json`} code={JSON.stringify(value, null, 2)} /> : null,
      )}
    </div>
  );
}
