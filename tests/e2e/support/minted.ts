import type { OpenedSession } from "@/lib/access";

/** The file in a seeded data directory that lists its people and brands. */
export const MINTED = "minted.json";

/** The password of every minted person. */
export const PASSWORD = "four plain words together";

/** The palette of every `busy` brand. */
export const PALETTE = [
  { name: "Pine", role: "primary", hex: "#0f766e", usage: "Buttons & links – at “full” strength." },
  { name: "Gorse", role: "accent", hex: "#facc15", usage: "One thing a page." },
  { name: "Slate", role: "text", hex: "#8a8f98", usage: "" },
  { name: "Chalk", role: "background", hex: "#ffffff", usage: "The page." },
];

type Role = "owner" | "admin" | "editor" | "viewer";

/** The output of `npm run credentials`. */
export interface Credentials {
  users: Person[];
  api_keys: { brand_id: string; key: string }[];
  tools: {
    slug: string;
    status: string;
    child_token: string;
    webhook_secret: string;
    entitled_brand_ids: string[];
  }[];
  dispatch_secret: string;
}

export interface Person {
  email: string;
  password: string;
  name?: string;
  hub_admin: boolean;
  brands: { id: string; slug: string; role: Role }[];
}

/** A brand at version 1. */
export interface MintedBrand {
  id: string;
  slug: string;
  name: string;
  /** Nia Newcomer. */
  owner: Person;
  /** Ada Admin, Edda Editor and Vera Viewer in a `busy` brand, nobody in a `bare` one. */
  crew: Partial<Record<Role, Person>>;
  /** The key “Order desk” of a `busy` brand. */
  apiKey: string;
}

export interface Minted {
  credentials: Credentials;
  sessionSecrets: string[];
  /** An open session of each person by email, to be signed for the hub that uses it. */
  sessions: Record<string, OpenedSession>;
  /** The same for owners of `bare` brands, whose last re-authentication is long ago. */
  unprovedSessions: Record<string, OpenedSession>;
  /** People in no brand. */
  newcomers: Person[];
  /** People in no brand with a verified email. */
  colleagues: Person[];
  brands: {
    /** Empty: only an owner, no tool and no key. */
    bare: MintedBrand[];
    /** With a person in each role, a palette, a key, and access for Brand Studio. */
    busy: MintedBrand[];
    /** A `busy` brand with 25 more members. */
    crowded: MintedBrand[];
  };
}
