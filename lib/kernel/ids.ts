import { v7 } from "uuid";

/** A new UUID of version 7: unique, and ordered by the time of its making. */
export const newId = (): string => v7();

/** One that was made at this moment. */
export const newIdAt = (moment: Date): string => v7({ msecs: moment.getTime() });

/** The first id of those that are made at a moment: they are ordered by it, so that what is old is found without an index of its own. */
export function firstIdAt(moment: Date): string {
  const ms = moment.getTime().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`;
}

/** When an id was made. */
export const momentOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** True for a UUID in any case. */
export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
