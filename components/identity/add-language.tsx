"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { languageName, MAX_LANGUAGES } from "@/lib/content";
import { readLanguage } from "./read-input";

type AddLanguageProps = { label: string; taken: readonly string[]; onAdd: (tag: string) => void };

export function AddLanguage({ label, taken, onAdd }: AddLanguageProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const full = taken.length >= MAX_LANGUAGES ? `At most ${MAX_LANGUAGES} languages` : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readLanguage(text);
    if ("problem" in read) return setProblem(read.problem);
    if (taken.includes(read.value)) return setProblem(`${languageName(read.value)} is already added.`);
    setProblem(null);
    if (full) return;
    onAdd(read.value);
    setText("");
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <Field label={label} error={problem} className="max-w-64 grow basis-40">
        <Input
          value={text}
          placeholder="de, or German"
          autoComplete="off"
          lang="en"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        icon={<Plus />}
        disabledReason={full}
        className="mt-6.5"
        aria-label={`Add: ${label.toLowerCase()}`}
      >
        Add
      </Button>
    </form>
  );
}
