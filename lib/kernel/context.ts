import type { Database } from "@/db/client";

/** Who acts: a signed-in user, a service with an API key, a child tool, or the hub itself. */
export type Actor =
  | { kind: "user"; userId: string; hubAdmin: boolean }
  | { kind: "api-key"; apiKeyId: string; brandId: string }
  | { kind: "tool"; toolSlug: string }
  | { kind: "system"; name: string };

/** What every domain verb gets first: the database (or a transaction), who acts, when, and from which address. */
export interface Ctx {
  db: Database;
  actor: Actor;
  now: Date;
  /** Client address, for the audit log. */
  address?: string | null;
}
