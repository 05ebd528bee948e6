"use client";

import { Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Details } from "@/components/ui/details";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useEditedValue } from "@/components/ui/use-edited-value";
import type { FoundationGroup } from "@/lib/contract";
import { type TokenValue, tokenText } from "@/lib/foundations";
import { isolated } from "@/lib/kernel/isolated";
import { Specimen } from "./specimen";
import { TokenFields } from "./token-fields";

type Value = TokenValue<FoundationGroup>;
type TokenRowProps = {
  group: FoundationGroup;
  name: string;
  value: Value;
  reason: string | null;
  whyNot: (name: string) => string | null;
  onRename: (name: string) => void;
  onChange: (value: Value) => void;
  onRemove: () => void;
};

/** One token: what it looks like, its value in words, and the fields to change it. */
export function TokenRow({ group, name, value, reason, whyNot, onRename, onChange, onRemove }: TokenRowProps) {
  return (
    <li id={`foundations.${group}.${name}`} tabIndex={-1} className="flex flex-col gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <ContentText as="h3" className="font-mono font-semibold wrap-anywhere">
            {name}
          </ContentText>
          <p className="text-[0.8125rem] text-muted wrap-anywhere">{tokenText(group, value)}</p>
        </div>
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 />}
          disabledReason={reason}
          aria-label={`Remove ${group} ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      <Specimen group={group} name={name} value={value} />
      <Details summary={<MixedText>{`Change ${isolated(name)}`}</MixedText>}>
        <div className="flex flex-col gap-4">
          <NameField name={name} whyNot={whyNot} onRename={onRename} />
          <TokenFields group={group} value={value} onChange={onChange} />
        </div>
      </Details>
    </li>
  );
}

type NameFieldProps = Pick<TokenRowProps, "name" | "whyNot" | "onRename">;

/** Kept when the person leaves it: each letter of a new name would be a token of its own. */
function NameField({ name, whyNot, onRename }: NameFieldProps) {
  const read = (text: string) => {
    const problem = text === name ? null : whyNot(text.trim());
    return problem ? { error: problem } : name;
  };
  const { text, setText, error } = useEditedValue(name, read, () => undefined);
  const keep = (next: string) => {
    if (next !== name && whyNot(next) === null) onRename(next);
  };
  return (
    <Field label="Name" error={error} className="max-w-64">
      <Input
        mono
        value={text}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={(event) => keep(event.target.value.trim())}
      />
    </Field>
  );
}
