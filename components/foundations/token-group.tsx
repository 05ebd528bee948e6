"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import type { StoredFoundations } from "@/lib/brand-document";
import type { FoundationGroup } from "@/lib/contract";
import {
  GROUP_NAMES,
  renameToken,
  setToken,
  startingToken,
  tokensOf,
  whyNoMoreTokens,
  whyNotName,
  withStartingTokens,
} from "@/lib/foundations";
import { TokenRow } from "./token-row";

const ABOUT: Readonly<Record<FoundationGroup, string>> = {
  spacing: "The room between things and within them.",
  radius: "How round corners are.",
  border: "Lines around things and between them.",
  shadow: "How far something stands above what is behind it.",
  duration: "How long motion takes.",
  easing: "How motion begins and comes to rest.",
  transition: "Motion as a whole: how long, after what delay, and along which curve.",
};

type TokenGroupProps = {
  group: FoundationGroup;
  foundations: StoredFoundations;
  reason: string | null;
  edit: (label: string, next: StoredFoundations, joins?: string) => void;
};

/** One kind of tokens: what is there, a name to add one by, and a scale to begin with where there is none. */
export function TokenGroup({ group, foundations, reason, edit }: TokenGroupProps) {
  const tokens = tokensOf(foundations, group);
  const title = GROUP_NAMES[group];
  return (
    <Section
      id={group}
      title={title}
      description={ABOUT[group]}
      actions={
        tokens.length === 0 ? (
          <Button
            size="sm"
            icon={<Plus />}
            disabledReason={reason}
            aria-label={`Begin with a scale: ${title.toLowerCase()}`}
            onClick={() => edit(`Begin ${title.toLowerCase()}`, withStartingTokens(foundations, group))}
          >
            Begin with a scale
          </Button>
        ) : null
      }
    >
      <div className="rounded-xl border border-line bg-surface">
        <ul className="divide-y divide-line">
          {tokens.map(([name, value]) => (
            <TokenRow
              // Its value is not part of the key: rows move as they grow, and keep what is open and typed.
              key={name}
              group={group}
              name={name}
              value={value}
              reason={reason}
              whyNot={(next) => whyNotName(foundations, group, next)}
              onRename={(next) => edit(`Rename ${name}`, renameToken(foundations, group, name, next))}
              onChange={(next) => edit(`Change ${name}`, setToken(foundations, group, name, next), `${group} ${name}`)}
              onRemove={() => edit(`Remove ${name}`, setToken(foundations, group, name, null))}
            />
          ))}
        </ul>
        <AddToken
          group={group}
          reason={reason ?? whyNoMoreTokens(foundations, group)}
          whyNot={(name) => whyNotName(foundations, group, name)}
          onAdd={(name) => edit(`Add ${name}`, setToken(foundations, group, name, startingToken(group)))}
          bordered={tokens.length > 0}
        />
      </div>
    </Section>
  );
}

type AddTokenProps = {
  group: FoundationGroup;
  reason: string | null;
  whyNot: (name: string) => string | null;
  onAdd: (name: string) => void;
  bordered: boolean;
};

function AddToken({ group, reason, whyNot, onAdd, bordered }: AddTokenProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = whyNot(name.trim());
    setError(problem);
    if (problem || reason) return;
    onAdd(name.trim());
    setName("");
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      className={`flex flex-wrap items-start gap-3 px-5 py-4 ${bordered ? "border-line border-t" : ""}`}
    >
      <Field label={`Name of a new ${group}`} error={error} className="max-w-64 grow basis-40">
        <Input mono value={name} autoComplete="off" maxLength={40} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" icon={<Plus />} disabledReason={reason} className="mt-6.5" aria-label={`Add ${group}`}>
        Add
      </Button>
    </form>
  );
}
