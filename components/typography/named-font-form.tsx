"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TYPOGRAPHY_LIMITS } from "@/lib/content";

type NamedFontFormProps = {
  /** Why none can be added; null when one can. */
  reason: string | null;
  /** Why none of this name can be; null when one can. */
  whyNot: (family: string) => string | null;
  onAdd: (family: string) => void;
};

/** Adds a typeface that people get elsewhere: one that machines have, or of which the licence allows no upload. */
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
        label="A typeface without files"
        hint="One that machines have, or that tools get elsewhere."
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
        Add by name
      </Button>
    </form>
  );
}
