"use client";

import { type ReactNode, useCallback, useId, useState } from "react";
import { useDraftValue, useUpdateDraft } from "@/components/draft/draft-provider";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import { ListInput } from "@/components/ui/list-input";
import { type ReadTag, TagInput } from "@/components/ui/tag-input";
import type { BrandDocument } from "@/lib/content";
import { IDENTITY_LIMITS } from "@/lib/contract";

type Group = Record<string, unknown>;

const isGroup = (value: unknown): value is Group =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value at a path, or undefined when the path doesn't exist. */
export function readAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isGroup(value) ? value[String(key)] : undefined;
  }, root);
}

/**
 * Returns a copy of `root` with the value at a path replaced. Everything off the path keeps its identity. `undefined`
 * removes the key or list entry. Missing parents become objects.
 */
export function writeAt(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(root)) {
    const next = writeAt(root[Number(key)], rest, value);
    return next === undefined ? root.toSpliced(Number(key), 1) : root.with(Number(key), next);
  }
  const group = isGroup(root) ? root : {};
  const next = writeAt(group[String(key)], rest, value);
  if (next !== undefined) return { ...group, [String(key)]: next };
  const { [String(key)]: _, ...left } = group;
  return left;
}

/** A path in the identity: `["brand", "audiences", 0, "segment"]`. */
export type IdentityPath = readonly (string | number)[];

type TextPart = "identity" | "legal";

/** Returns the anchor of a value: its path in the document. */
export const placeOf = (path: IdentityPath, part: TextPart = "identity"): string => `${part}.${path.join(".")}`;

/** A value of the draft's identity or legal texts, its error, and a setter. Setting `undefined` removes it. */
export function useIdentityValue(path: IdentityPath, part: TextPart = "identity") {
  const joined = path.join(".");
  const update = useUpdateDraft();
  const value = useDraftValue(({ state }) => readAt(state.document[part], path));
  const refusal = useDraftValue(({ fieldErrors }) => fieldErrors[placeOf(path, part)]);
  const setValue = useCallback(
    (next: unknown) =>
      update((current) => ({
        ...current,
        [part]: writeAt(current[part], joined.split("."), next) as BrandDocument[typeof part],
      })),
    [update, joined, part],
  );
  return { value, setValue, error: errorOf(value) ?? refusal ?? null };
}

function errorOf(value: unknown): string | null {
  const { stringLength, listLength } = IDENTITY_LIMITS;
  const number = (count: number) => count.toLocaleString("en");
  if (typeof value === "string" && value.length > stringLength) {
    return `Not saved. Shorten this to ${number(stringLength)} characters (now ${number(value.length)}).`;
  }
  return Array.isArray(value) && value.length > listLength ? `At most ${listLength} entries.` : null;
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];

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

const MAX_TAG_LENGTH = 200;

type IdentityTagsProps = {
  path: IdentityPath;
  label: ReactNode;
  hint?: ReactNode;
  placeholder?: string;
  readTag?: ReadTag;
};

export function IdentityTags({ path, label, hint, placeholder, readTag }: IdentityTagsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { value, setValue, error } = useIdentityValue(path);
  return (
    <Field id={placeOf(path)} label={label} hint={hint ?? "Press Enter or comma after each."} error={problem ?? error}>
      <TagInput
        value={textsOf(value)}
        onValueChange={setValue}
        placeholder={placeholder}
        maxItems={IDENTITY_LIMITS.listLength}
        maxLength={MAX_TAG_LENGTH}
        readTag={readTag}
        onProblem={setProblem}
      />
    </Field>
  );
}

type IdentityLinesProps = {
  path: IdentityPath;
  part?: TextPart;
  label: ReactNode;
  itemLabel: string;
};

export function IdentityLines({ path, part, label, itemLabel }: IdentityLinesProps) {
  const { value, setValue, error } = useIdentityValue(path, part);
  return (
    <Fieldset id={placeOf(path, part)} legend={label} error={error}>
      <ListInput
        itemLabel={itemLabel}
        value={textsOf(value)}
        onValueChange={setValue}
        maxItems={IDENTITY_LIMITS.listLength}
        maxLength={IDENTITY_LIMITS.stringLength}
      />
    </Fieldset>
  );
}
