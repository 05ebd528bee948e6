import type { EntryField } from "./identity-entries";
import type { IdentityPath } from "./identity-text";

export interface EntryList {
  path: IdentityPath;
  /** Singular. */
  itemLabel: string;
  fields: readonly EntryField[];
  empty: string;
}

const OFFERING_TYPES = [
  { value: "product", label: "Product" },
  { value: "service", label: "Service" },
];

/** The identity's lists whose entries have several fields. */
export const ENTRY_LISTS = {
  audiences: {
    path: ["brand", "audiences"],
    itemLabel: "Audience",
    empty: "No audiences yet. Add the people you most want to reach.",
    fields: [
      { key: "segment", label: "Who they are" },
      { key: "description", label: "What they need", rows: 2, beside: true },
    ],
  },
  offerings: {
    path: ["brand", "offerings"],
    itemLabel: "Offering",
    empty: "No offerings yet. Add what customers buy or use.",
    fields: [
      { key: "name", label: "Name" },
      { key: "type", label: "Type", options: OFFERING_TYPES },
      { key: "description", label: "Description", rows: 2, beside: true },
    ],
  },
  values: {
    path: ["brand", "values"],
    itemLabel: "Value",
    empty: "No values yet. Three you act on beat ten you don’t.",
    fields: [
      { key: "name", label: "Name" },
      { key: "description", label: "What it means in practice", rows: 2, beside: true },
    ],
  },
  traits: {
    path: ["personality", "traits"],
    itemLabel: "Trait",
    empty: "No traits yet. Name one and its limit.",
    fields: [
      { key: "name", label: "Trait" },
      { key: "means", label: "It means", rows: 2, beside: true },
      { key: "not", label: "It is not", rows: 2, beside: true },
    ],
  },
  prefer: {
    path: ["persona", "vocabulary", "prefer"],
    itemLabel: "Word",
    empty: "No preferred words yet.",
    fields: [
      { key: "say", label: "Say" },
      { key: "not", label: "Not", beside: true },
    ],
  },
  contexts: {
    path: ["persona", "contexts"],
    itemLabel: "Context",
    empty: "No contexts yet. Think of an invoice, an apology or a launch.",
    fields: [
      { key: "channel", label: "Where" },
      { key: "shift", label: "How the tone shifts", rows: 2, beside: true },
    ],
  },
  examples: {
    path: ["persona", "examples"],
    itemLabel: "Example",
    empty: "No examples yet. One real sentence beats a page of rules.",
    fields: [
      { key: "context", label: "Context" },
      { key: "text", label: "Text", rows: 2, beside: true },
    ],
  },
} as const satisfies Readonly<Record<string, EntryList>>;

export const entryListAt = (path: IdentityPath): EntryList | undefined =>
  Object.values<EntryList>(ENTRY_LISTS).find((list) => list.path.join(".") === path.join("."));
