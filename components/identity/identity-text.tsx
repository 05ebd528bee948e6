"use client";

import { type ReactNode, useId } from "react";
import { Field, Input, Textarea } from "@/components/ui/field";
import { IDENTITY_LIMITS } from "@/lib/contract";
import { type IdentityPath, placeOf, type TextPart, textOf, useIdentityValue } from "./use-identity-value";

const COUNT_FROM = IDENTITY_LIMITS.stringLength - 200;

type IdentityTextProps = {
  path: IdentityPath;
  part?: TextPart;
  label: ReactNode;
  hint?: ReactNode;
  placeholder?: string;
  /** Initial lines. One makes an input, more a text area. */
  rows?: number;
};

export function IdentityText({ path, part, label, hint, placeholder, rows = 1 }: IdentityTextProps) {
  const { value, setValue, error } = useIdentityValue(path, part);
  const id = useId();
  const text = textOf(value);
  const count = `${text.length.toLocaleString("en")} of ${IDENTITY_LIMITS.stringLength.toLocaleString("en")}`;
  const common = {
    value: text,
    placeholder,
    autoComplete: "off",
    "aria-describedby": text.length > COUNT_FROM ? id : undefined,
  };
  return (
    <Field
      id={placeOf(path, part)}
      label={label}
      hint={hint}
      error={error}
      aside={text.length > COUNT_FROM ? <span id={id}>{count}</span> : undefined}
    >
      {rows > 1 ? (
        <Textarea {...common} rows={rows} onChange={(event) => setValue(event.target.value)} />
      ) : (
        <Input {...common} onChange={(event) => setValue(event.target.value)} />
      )}
    </Field>
  );
}
