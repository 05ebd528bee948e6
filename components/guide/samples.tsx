import { CodeBlock } from "@/components/ui/code-block";
import type { Sample } from "@/lib/api/docs/server";
import { ColoredCode } from "./colored-code";
import { SampleTabs } from "./sample-tabs";

const NAMES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  typescript: "TypeScript",
  python: "Python",
  json: "JSON",
  http: "HTTP",
};
const WRAPPED = new Set(["http", "typescript"]);
const nameOf = (language: string): string => NAMES[language] ?? "Code";

export function Samples({ samples, name }: { samples: readonly Sample[]; name: string }) {
  const items = samples.map(({ language, file, code }) => ({
    value: language,
    label: language === "sh" ? "curl" : nameOf(language),
    content: (
      <CodeBlock code={code} label={file ?? `${nameOf(language)}: ${name}`} wrap={WRAPPED.has(language)}>
        <ColoredCode code={code} language={language} />
      </CodeBlock>
    ),
  }));
  return items.length > 1 ? <SampleTabs label={`Language: ${name}`} items={items} /> : items[0]?.content;
}
