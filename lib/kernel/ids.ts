import { v7 } from "uuid";

/** A new UUID of version 7: unique, and ordered by the time of its making. */
export const newId = (): string => v7();

/** True for a UUID in any case. */
export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
