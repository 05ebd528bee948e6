"use client";

import { AddForm } from "@/components/ui/add-form";
import { languageName, MAX_LANGUAGES } from "@/lib/content";
import { readLanguage } from "./read-input";

type AddLanguageProps = { label: string; taken: readonly string[]; onAdd: (tag: string) => void };

export function AddLanguage({ label, taken, onAdd }: AddLanguageProps) {
  const read = (text: string) => {
    const language = readLanguage(text);
    if ("problem" in language || !taken.includes(language.value)) return language;
    return { problem: `${languageName(language.value)} is already added.` };
  };
  return (
    <AddForm
      label={label}
      of={`: ${label.toLowerCase()}`}
      placeholder="de, or German"
      lang="en"
      reason={taken.length >= MAX_LANGUAGES ? `At most ${MAX_LANGUAGES} languages` : null}
      read={read}
      onAdd={onAdd}
      className="max-w-64 grow basis-40"
    />
  );
}
