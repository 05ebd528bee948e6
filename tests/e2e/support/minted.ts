import type { OpenedSession } from "@/lib/access";

/** The file in a seeded data directory that says who and what is in it. */
export const MINTED = "minted.json";

/** Of everybody who was minted. */
export const PASSWORD = "four plain words together";

/** Of every `busy` brand. */
export const PALETTE = [
  { name: "Pine", role: "primary", hex: "#0f766e", usage: "Buttons & links – at “full” strength." },
  { name: "Gorse", role: "accent", hex: "#facc15", usage: "One thing a page." },
  { name: "Slate", role: "text", hex: "#8a8f98", usage: "" },
  { name: "Chalk", role: "background", hex: "#ffffff", usage: "The page." },
];

type Role = "owner" | "admin" | "editor" | "viewer";

/** What `npm run credentials` prints. */
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
  /** By email: an open session of each person, to be signed in the name of whichever hub it is used at. */
  sessions: Record<string, OpenedSession>;
  /** The same for the owners of `bare` brands, who last proved long ago who they are. */
  unprovedSessions: Record<string, OpenedSession>;
  /** People in no brand. */
  newcomers: Person[];
  /** The same with a proved email. */
  colleagues: Person[];
  brands: {
    /** Empty: the owner alone, no tool, no key. */
    bare: MintedBrand[];
    /** Somebody of each role, a palette, a key, and Brand Studio may use it. */
    busy: MintedBrand[];
    /** `busy`, with 25 members more. */
    crowded: MintedBrand[];
  };
}
