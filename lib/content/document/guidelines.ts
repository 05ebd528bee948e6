import type { z } from "zod";
import { declared, Imagery, Legal } from "@/lib/contract";
import { MAX_LANGUAGES } from "./words";

/** Direction for pictures, stored as a bundle says it. Examples name assets of the document. */
export const StoredImagery = declared(Imagery);
export type StoredImagery = z.infer<typeof StoredImagery>;
export type StoredDirection = NonNullable<StoredImagery["icon"]>;
export type StoredExample = NonNullable<StoredDirection["dos"]>[number];

/** What a brand has to say in law, stored as a bundle says it. */
export const StoredLegal = declared(Legal).refine(
  ({ boilerplate }) => Object.keys(boilerplate ?? {}).length <= MAX_LANGUAGES,
  `At most ${MAX_LANGUAGES} languages`,
);
export type StoredLegal = z.infer<typeof StoredLegal>;
