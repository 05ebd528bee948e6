"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TYPOGRAPHY_LIMITS } from "@/lib/content";

type NamedFontFormProps = {
  /** Why no typeface can be added. Null when one can. */
  reason: string | null;
  /** Why this name can't be used. Null when it can. */
  whyNot: (family: string) => string | null;
  onAdd: (family: string) => void;
};

/** Adds a typeface without files, such as a system font or one whose licence forbids uploads. */
export function NamedFontForm({ reason, whyNot, onAdd }: NamedFontFormProps) {
  const [family, setFamily] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = family.trim();
    const problem = whyNot(name);
    setError(problem);
    if (problem || reason) return;
    onAdd(name);
    setFamily("");
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <Field
        label="Typeface without files"
        hint="A system font, or one that tools get elsewhere."
        error={error}
        className="grow basis-56"
      >
        <Input
          value={family}
          maxLength={TYPOGRAPHY_LIMITS.name}
          placeholder="Georgia"
          autoComplete="off"
          onChange={(event) => setFamily(event.target.value)}
        />
      </Field>
      <Button type="submit" icon={<Plus />} disabledReason={reason} className="mt-6.5">
        Add typeface
      </Button>
    </form>
  );
}
