"use client";

import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { DOCUMENT_LIMITS } from "@/lib/content";

type CollectionFieldProps = {
  value: string;
  /** Collections that there are, to choose among while typing. */
  collections: readonly string[];
  onChange: (name: string) => void;
};

export function CollectionField({ value, collections, onChange }: CollectionFieldProps) {
  const listId = useId();
  return (
    <>
      <Field label="Collection" hint="Assets that belong together, such as a campaign. Type a new name, or choose one.">
        <Input
          dir="auto"
          value={value}
          maxLength={DOCUMENT_LIMITS.collection}
          list={listId}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <datalist id={listId}>
        {collections.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
