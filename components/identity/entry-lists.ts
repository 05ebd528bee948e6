import type { EntryField } from "./identity-entries";
import type { IdentityPath } from "./use-identity-value";

/** How a list of entries is edited, whatever language they are in. */
export interface EntryList {
  path: IdentityPath;
  /** One of them, in the singular. */
  itemLabel: string;
  fields: readonly EntryField[];
  /** What stands there while there is none. */
  empty: string;
}

const OFFERING_TYPES = [
  { value: "product", label: "Product" },
  { value: "service", label: "Service" },
];

/** The lists of an identity whose entries have several fields, by what they are called in it. */
export const ENTRY_LISTS = {
  audiences: {
    path: ["brand", "audiences"],
    itemLabel: "Audience",
    empty: "No audience yet. Add the people you most want to reach.",
    fields: [
      { key: "segment", label: "Who they are" },
      { key: "description", label: "What they need", rows: 2, beside: true },
    ],
  },
  offerings: {
    path: ["brand", "offerings"],
    itemLabel: "Offering",
    empty: "No offering yet. Add what customers buy or use.",
    fields: [
      { key: "name", label: "Name" },
      { key: "type", label: "Type", options: OFFERING_TYPES },
      { key: "description", label: "Description", rows: 2, beside: true },
    ],
  },
  values: {
    path: ["brand", "values"],
    itemLabel: "Value",
    empty: "No value yet. Three that you act on say more than ten.",
    fields: [
      { key: "name", label: "Name" },
      { key: "description", label: "What it means in practice", rows: 2, beside: true },
    ],
  },
  traits: {
    path: ["personality", "traits"],
    itemLabel: "Trait",
    empty: "No trait yet. Name one, and say where it ends.",
    fields: [
      { key: "name", label: "Trait" },
      { key: "means", label: "It means", rows: 2, beside: true },
      { key: "not", label: "It is not", rows: 2, beside: true },
    ],
  },
  prefer: {
    path: ["persona", "vocabulary", "prefer"],
    itemLabel: "Word",
    empty: "No preferred word yet.",
    fields: [
      { key: "say", label: "Say" },
      { key: "not", label: "Not", beside: true },
    ],
  },
  contexts: {
    path: ["persona", "contexts"],
    itemLabel: "Context",
    empty: "No context yet. Think of an invoice, an apology, a launch.",
    fields: [
      { key: "channel", label: "Where" },
      { key: "shift", label: "How the tone shifts", rows: 2, beside: true },
    ],
  },
  examples: {
    path: ["persona", "examples"],
    itemLabel: "Example",
    empty: "No example yet. One real sentence beats a page of rules.",
    fields: [
      { key: "context", label: "Context" },
      { key: "text", label: "Text", rows: 2, beside: true },
    ],
  },
} as const satisfies Readonly<Record<string, EntryList>>;

export const entryListAt = (path: IdentityPath): EntryList | undefined =>
  Object.values<EntryList>(ENTRY_LISTS).find((list) => list.path.join(".") === path.join("."));
