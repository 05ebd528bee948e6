"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { FontFamilyName, TYPOGRAPHY_LIMITS } from "@/lib/brand-document";

type NamedFontFormProps = {
  /** Why none can be added; null when one can. */
  reason: string | null;
  /** The families that are there. */
  taken: readonly string[];
  onAdd: (family: string) => void;
};

/** Adds a typeface that people get elsewhere: one that machines have, or of which the licence allows no upload. */
export function NamedFontForm({ reason, taken, onAdd }: NamedFontFormProps) {
  const [family, setFamily] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = family.trim();
    const parsed = FontFamilyName.min(1, "Write the family’s name").safeParse(name);
    const isTaken = taken.some((one) => one.toLowerCase() === name.toLowerCase());
    const problem = isTaken ? "A typeface of this name is there already" : parsed.error?.issues[0]?.message;
    setError(problem ? `${problem}.` : null);
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
