"use client";

import { useCallback } from "react";
import { useDraftValue, useUpdateDraft } from "@/components/draft/draft-provider";
import type { BrandDocument } from "@/lib/content";
import { IDENTITY_LIMITS } from "@/lib/contract";
import { readAt, writeAt } from "./path-value";

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

/** Limits checked before the server does. */
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
