"use client";

import { useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";
import type { Sample } from "@/lib/docs/server";

const NAMES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  python: "Python",
  json: "JSON",
  http: "HTTP",
};
const nameOf = (language: string): string => NAMES[language] ?? "Code";

/** What is said in several languages is said to a shell by curl. */
const choiceOf = (language: string): string => (language === "sh" ? "curl" : nameOf(language));

const STORED = "hub-sample-language";
const CHOSEN = "hub-sample-language-chosen";

function subscribe(changed: () => void): () => void {
  // `storage` is told to other tabs alone.
  for (const event of ["storage", CHOSEN]) window.addEventListener(event, changed);
  return () => {
    for (const event of ["storage", CHOSEN]) window.removeEventListener(event, changed);
  };
}

function choose(language: string): void {
  localStorage.setItem(STORED, language);
  window.dispatchEvent(new Event(CHOSEN));
}

/** Code; where it stands in several languages the reader chooses one, for all samples of all pages at once. */
export function Samples({ samples, name }: { samples: readonly Sample[]; name: string }) {
  const wanted = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(STORED),
    () => null,
  );
  const [first] = samples;
  if (!first) return null;
  if (samples.length === 1)
    return (
      <CodeBlock
        code={first.code}
        label={first.file ?? `${nameOf(first.language)}: ${name}`}
        wrap={first.language === "http"}
      />
    );
  const shown = samples.find(({ language }) => language === wanted) ?? first;
  return (
    <Tabs
      label={`Language: ${name}`}
      value={shown.language}
      onValueChange={choose}
      withoutScript
      items={samples.map(({ language, file, code }) => ({
        value: language,
        label: choiceOf(language),
        content: <CodeBlock code={code} label={file ?? `${nameOf(language)}: ${name}`} wrap={false} className="mt-3" />,
      }))}
    />
  );
}
