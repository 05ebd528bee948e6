"use client";

import { Plus } from "lucide-react";
import { type ComponentProps, type FormEvent, useState } from "react";
import { Button } from "./button";
import { Field, Input } from "./field";
import type { ReadTag } from "./tag-input";

type AddFormProps = Omit<ComponentProps<typeof Input>, "value" | "onChange"> & {
  label: string;
  hint?: string;
  verb?: string;
  /** Follows the verb in the button's accessible name. */
  of?: string;
  /** Why nothing more can be added. */
  reason: string | null;
  read: ReadTag;
  onAdd: (value: string) => void;
};

/** Adds an entry by its name. `className` is for the field. */
export function AddForm(props: AddFormProps) {
  const { label, hint, verb = "Add", of, reason, read, onAdd, className, ...input } = props;
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const result = read(text.trim());
    setProblem("problem" in result ? result.problem : null);
    if ("problem" in result || reason) return;
    onAdd(result.value);
    setText("");
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <Field label={label} hint={hint} error={problem} className={className}>
        <Input {...input} value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button
        type="submit"
        icon={<Plus />}
        disabledReason={reason}
        className="mt-6.5"
        aria-label={of && `${verb}${of}`}
      >
        {verb}
      </Button>
    </form>
  );
}
