"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { readWebsite } from "./read-website";
import { placeOf, textOf, useIdentityValue } from "./use-identity-value";

const PATH = ["brand", "website"] as const;

/** The brand's website. What is no address of one stays here, unsaved; what was saved before anybody asked stays as it is. */
export function IdentityWebsite() {
  const { value, setValue, error } = useIdentityValue(PATH);
  const [typed, setTyped] = useState<{ text: string; left: boolean } | null>(null);
  const read = typed ? readWebsite(typed.text) : null;
  const refused = typed?.left && read && "problem" in read ? read : null;

  const change = (text: string) => {
    const next = readWebsite(text);
    setTyped({ text, left: false });
    if ("value" in next) setValue(next.value);
  };
  const take = (proposal: string | undefined) => {
    setTyped(null);
    setValue(proposal);
  };
  return (
    <Field id={placeOf(PATH)} label="Website" error={refused?.problem ?? error}>
      <Input
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        value={typed?.text ?? textOf(value)}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setTyped(typed && read && "problem" in read ? { ...typed, left: true } : null)}
      />
      {refused?.proposal ? (
        <Button size="sm" className="self-start" onClick={() => take(refused.proposal)}>
          Use {refused.proposal}
        </Button>
      ) : null}
    </Field>
  );
}
