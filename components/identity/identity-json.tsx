import { CodeBlock } from "@/components/ui/code-block";
import type { BrandDocument } from "@/lib/content";
import { publishedJson } from "@/lib/publishing";

type JsonFileProps = { label: string; value: unknown; atMost?: number };

function JsonFile({ label, value, atMost = Number.POSITIVE_INFINITY }: JsonFileProps) {
  const code = JSON.stringify(value, null, 2);
  const cut = code.length > atMost;
  return (
    <CodeBlock
      tall
      label={cut ? `${label}, the first ${atMost.toLocaleString("en")} characters` : label}
      code={cut ? code.slice(0, atMost) : code}
    />
  );
}

type IdentityJsonProps = { label: string; document: BrandDocument; atMost?: number };

/** A document's bundle JSON. `atMost` limits the characters of each file. */
export function IdentityJson({ label, document, atMost }: IdentityJsonProps) {
  const { identity, ...files } = publishedJson(document);
  return (
    <div className="flex flex-col gap-4">
      <JsonFile label={label} value={identity} atMost={atMost} />
      {Object.entries(files).map(([name, value]) =>
        value ? <JsonFile key={name} label={`${name}.json`} value={value} atMost={atMost} /> : null,
      )}
    </div>
  );
}
