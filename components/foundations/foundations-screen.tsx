"use client";

import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useCallback, useState } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/publish-bar";
import { useEditHistory } from "@/components/draft/use-edit-history";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { Notice } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { useEditedValue } from "@/components/ui/hooks";
import { Input } from "@/components/ui/input";
import { LateDetails } from "@/components/ui/late-trigger";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { LiveRegion } from "@/components/ui/skip-link";
import {
  foundationWarnings,
  GROUP_NAMES,
  publishFoundations,
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
import { FOUNDATION_GROUPS, type FoundationGroup } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
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

function TokenRow({ group, name, value, reason, whyNot, onRename, onChange, onRemove }: TokenRowProps) {
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
      <LateDetails summary={<MixedText>{`Edit ${bidiIsolate(name)}`}</MixedText>}>
        <div className="flex flex-col gap-4">
          <NameField name={name} whyNot={whyNot} onRename={onRename} />
          <TokenFields group={group} value={value} onChange={onChange} />
        </div>
      </LateDetails>
    </li>
  );
}

type NameFieldProps = Pick<TokenRowProps, "name" | "whyNot" | "onRename">;

/** Saved on blur: otherwise each letter of a new name would make a token. */
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

const ABOUT: Readonly<Record<FoundationGroup, string>> = {
  spacing: "Space between and inside elements.",
  radius: "Corner rounding.",
  border: "Lines around and between elements.",
  shadow: "How far an element rises above its background.",
  duration: "How long motion takes.",
  easing: "How motion speeds up and slows down.",
  transition: "Duration, delay and easing combined.",
};

type TokenGroupProps = {
  group: FoundationGroup;
  foundations: StoredFoundations;
  reason: string | null;
  edit: (label: string, next: StoredFoundations, joins?: string) => void;
};

function TokenGroup({ group, foundations, reason, edit }: TokenGroupProps) {
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
            aria-label={`Add default scale: ${title.toLowerCase()}`}
            onClick={() => edit(`Add default ${title.toLowerCase()}`, withStartingTokens(foundations, group))}
          >
            Add default scale
          </Button>
        ) : null
      }
    >
      <div className="rounded-xl border border-line bg-surface">
        <ul className="divide-y divide-line">
          {tokens.map(([name, value]) => (
            <TokenRow
              // The value isn't part of the key: rows keep their open state and text while they change.
              key={name}
              group={group}
              name={name}
              value={value}
              reason={reason}
              whyNot={(next) => whyNotName(foundations, group, next)}
              onRename={(next) => edit(`Rename ${name}`, renameToken(foundations, group, name, next))}
              onChange={(next) => edit(`Edit ${name}`, setToken(foundations, group, name, next), `${group} ${name}`)}
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
      <Field label={`New ${group} name`} error={error} className="max-w-64 grow basis-40">
        <Input mono value={name} autoComplete="off" maxLength={40} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" icon={<Plus />} disabledReason={reason} className="mt-6.5" aria-label={`Add ${group}`}>
        Add
      </Button>
    </form>
  );
}

const NONE: StoredFoundations = {};

export function FoundationsScreen() {
  const { document, update, canEdit, reason } = useDraft();
  const { foundations = NONE } = document;
  const setFoundations = useCallback(
    (next: StoredFoundations) => update((current) => ({ ...current, foundations: next })),
    [update],
  );
  const { edit, undo, redo, undoLabel, redoLabel, announcement } = useEditHistory(foundations, setFoundations, canEdit);
  const warnings = foundationWarnings(foundations);
  const { foundations: published } = publishFoundations(foundations);
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Foundations"
        description="Spacing, corners, borders, shadows and motion. Tools get them as design tokens when you publish."
        actions={<HistoryButtons {...{ undo, redo, undoLabel, redoLabel, reason }} />}
      />
      <LiveRegion message={announcement} />
      {warnings.length > 0 ? (
        <Notice tone="warning" title="Check before publishing">
          <ul className="flex flex-col gap-1">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <DisabledScope reason={reason}>
        {FOUNDATION_GROUPS.map((group) => (
          <TokenGroup key={group} group={group} foundations={foundations} reason={reason} edit={edit} />
        ))}
      </DisabledScope>
      {published && Object.keys(published).length > 0 ? (
        <LateDetails summary="As design tokens">
          <CodeBlock tall label="foundations.tokens.json" code={JSON.stringify(published, null, 2)} />
        </LateDetails>
      ) : null}
    </div>
  );
}
