"use client";

import { useId } from "react";
import { Field, Input } from "@/components/ui/field";
import { DOCUMENT_LIMITS } from "@/lib/content";

type CollectionFieldProps = {
  value: string;
  collections: readonly string[];
  onChange: (name: string) => void;
};

export function CollectionField({ value, collections, onChange }: CollectionFieldProps) {
  const listId = useId();
  return (
    <>
      <Field label="Collection" hint="Groups related assets, such as a campaign. Choose one or type a new name.">
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
