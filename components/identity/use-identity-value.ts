"use client";

import { useCallback } from "react";
import { useDraftValue, useUpdateDraft } from "@/components/draft/draft-provider";
import type { BrandDocument } from "@/lib/content";
import { IDENTITY_LIMITS } from "@/lib/contract";
import { readAt, writeAt } from "./path-value";

/** Where a value stands in the identity: `["brand", "audiences", 0, "segment"]`. */
export type IdentityPath = readonly (string | number)[];

export type TextPart = "identity" | "legal";

/** The anchor at which a value can be led to: its path in the document. */
export const placeOf = (path: IdentityPath, part: TextPart = "identity"): string => `${part}.${path.join(".")}`;

/** One value of the draft's identity, or of what it says in law, what is wrong with it, and how to change it. `undefined` takes it away. */
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

/** What can be said at once, before the hub refuses it. */
function errorOf(value: unknown): string | null {
  const { stringLength, listLength } = IDENTITY_LIMITS;
  const number = (count: number) => count.toLocaleString("en");
  if (typeof value === "string" && value.length > stringLength) {
    return `At most ${number(stringLength)} characters. This has ${number(value.length)}, so it is not saved.`;
  }
  return Array.isArray(value) && value.length > listLength ? `At most ${listLength} entries.` : null;
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
