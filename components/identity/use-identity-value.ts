"use client";

import { useCallback } from "react";
import { useDraftValue, useUpdateDraft } from "@/components/draft/draft-provider";
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

export type TextPart = "identity" | "legal";

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

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
