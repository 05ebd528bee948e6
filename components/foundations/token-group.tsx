"use client";

import { Plus, Trash2 } from "lucide-react";
import { AddForm } from "@/components/ui/add-form";
import { Button } from "@/components/ui/button";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { Field, Input } from "@/components/ui/field";
import { useEditedValue } from "@/components/ui/hooks";
import { LateDetails } from "@/components/ui/late-trigger";
import { RowButton } from "@/components/ui/row-button";
import { readUnless } from "@/components/ui/tag-input";
import {
  GROUP_NAMES,
  renameToken,
  type StoredFoundations,
  setToken,
  startingToken,
  type TokenValue,
  tokensOf,
  tokenText,
  whyNoMoreTokens,
  whyNotName,
  withStartingTokens,
} from "@/lib/content";
import type { FoundationGroup } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import { TokenFields } from "./token-fields";

type Value = TokenValue<FoundationGroup>;
type TokenRowProps = {
  group: FoundationGroup;
  name: string;
  value: Value;
  whyNot: (name: string) => string | null;
  onRename: (name: string) => void;
  onChange: (value: Value) => void;
  onRemove: () => void;
};

function TokenRow({ group, name, value, whyNot, onRename, onChange, onRemove }: TokenRowProps) {
  return (
    <li id={`foundations.${group}.${name}`} tabIndex={-1} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <ContentText as="h3" className="font-mono font-semibold wrap-anywhere">
            {name}
          </ContentText>
          <p className="text-[0.8125rem] text-muted wrap-anywhere">{tokenText(group, value)}</p>
        </div>
        <RowButton verb="Remove" of={`${group} ${name}`} variant="ghost" icon={<Trash2 />} onClick={onRemove} />
      </div>
      <LateDetails summary={<MixedText>{`Edit ${bidiIsolate(name)}`}</MixedText>}>
        <div className="flex flex-col gap-4">
          <NameField name={name} whyNot={whyNot} onRename={onRename} />
          <TokenFields group={group} value={value} onChange={onChange} />
        </div>
      </LateDetails>
    </li>
  );
}

/** Saved on blur: otherwise each letter of a new name would make a token. */
function NameField({ name, whyNot, onRename }: Pick<TokenRowProps, "name" | "whyNot" | "onRename">) {
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

type TokenGroupProps = {
  group: FoundationGroup;
  foundations: StoredFoundations;
  edit: (label: string, next: StoredFoundations, joins?: string) => void;
};

export function TokenGroup({ group, foundations, edit }: TokenGroupProps) {
  const tokens = tokensOf(foundations, group);
  const title = GROUP_NAMES[group].toLowerCase();
  return (
    <div className="rounded-xl border border-line bg-surface">
      {tokens.length === 0 ? (
        <p className="border-line border-b px-4 py-3">
          <Button
            size="sm"
            icon={<Plus />}
            onClick={() => edit(`Add default ${title}`, withStartingTokens(foundations, group))}
          >
            Add default scale<span className="sr-only"> for {title}</span>
          </Button>
        </p>
      ) : null}
      <ul className="divide-y divide-line border-line border-b empty:hidden">
        {tokens.map(([name, value]) => (
          <TokenRow
            // The value isn't part of the key: rows keep their open state and text while they change.
            key={name}
            group={group}
            name={name}
            value={value}
            whyNot={(next) => whyNotName(foundations, group, next)}
            onRename={(next) => edit(`Rename ${name}`, renameToken(foundations, group, name, next))}
            onChange={(next) => edit(`Edit ${name}`, setToken(foundations, group, name, next), `${group} ${name}`)}
            onRemove={() => edit(`Remove ${name}`, setToken(foundations, group, name, null))}
          />
        ))}
      </ul>
      <div className="px-4 py-3">
        <AddForm
          mono
          label={`New ${group} name`}
          of={` ${group}`}
          maxLength={40}
          reason={whyNoMoreTokens(foundations, group)}
          read={readUnless((name) => whyNotName(foundations, group, name))}
          onAdd={(name) => edit(`Add ${name}`, setToken(foundations, group, name, startingToken(group)))}
          className="max-w-64 grow basis-40"
        />
      </div>
    </div>
  );
}
