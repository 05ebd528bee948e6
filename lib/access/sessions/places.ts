import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { Reader, type Response } from "mmdb-lib";

/** About where in the world IP addresses are, as far as whoever runs the hub has given it a database of that. */
export interface Places {
  /** Whether there is such a database. */
  readonly known: boolean;
  /** `Zurich, Switzerland`, or the country alone; null where nothing is known of it. */
  of(ip: string | null): string | null;
}

/** Without a database nothing is guessed, and nobody else is asked. */
export const NO_PLACES: Places = { known: false, of: () => null };

/** Names as MaxMind's and DB-IP's databases hold them, or plain ones as IPinfo's. */
type Name = { names?: { en?: unknown } } | string | undefined;
type PlaceRecord = { city?: Name; country?: Name; registered_country?: Name; country_name?: Name };

const nameOf = (name: Name): string | null => {
  const text = typeof name === "object" ? name?.names?.en : name;
  return typeof text === "string" && text !== "" ? text : null;
};

function describe(record: PlaceRecord | null): string | null {
  if (!record) return null;
  const country = nameOf(record.country_name) ?? nameOf(record.country) ?? nameOf(record.registered_country);
  const parts = [nameOf(record.city), country].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(", ") : null;
}

/**
 * Reads a database in the MaxMind DB format (`.mmdb`) with cities or countries, whole into memory.
 * @throws Error when the file is not there or is none
 */
export function openPlaces(path: string): Places {
  const reader = new Reader<Response>(readFileSync(path));
  return {
    known: true,
    of: (ip) => {
      if (ip === null || !isIP(ip)) return null;
      try {
        return describe(reader.get(ip) as PlaceRecord | null);
      } catch {
        // A damaged record is no reason to fail what it only decorates, such as a sign-in.
        return null;
      }
    },
  };
}
