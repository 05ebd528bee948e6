/** Knows whether the database is away. The hub sets one up (`lib/runtime/watch-database.ts`). */
export interface DatabaseWatch {
  /** Tells of a failure that looks like it. */
  suspect(error: unknown): void;
  /** True while it is away, as far as is known. */
  isAway(): boolean;
  /** Asks it, once a second at most: true where there is no connection to it. One that is merely slow is not away. */
  look(): Promise<boolean>;
}

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubDatabaseWatch?: DatabaseWatch };

export const databaseWatch = (): DatabaseWatch | undefined => holder.hubDatabaseWatch;

export function setDatabaseWatch(watch: DatabaseWatch | undefined): void {
  holder.hubDatabaseWatch = watch;
}
