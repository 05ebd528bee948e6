import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { Reader, type Response } from "mmdb-lib";

/** Approximate locations of client IPs, from the operator's database. */
export interface GeoIp {
  readonly known: boolean;
  /** `Zurich, Switzerland`, or only the country; null if unknown. */
  of(ip: string | null): string | null;
}

/** No third party learns any address. */
export const NO_GEOIP: GeoIp = { known: false, of: () => null };

/** MaxMind and DB-IP use objects, IPinfo plain strings. */
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

/** Loads an `.mmdb` file of cities or countries into memory. @throws Error if it is missing or invalid */
export function openGeoIp(path: string): GeoIp {
  const reader = new Reader<Response>(readFileSync(path));
  return {
    known: true,
    of: (ip) => {
      if (ip === null || !isIP(ip)) return null;
      try {
        return describe(reader.get(ip) as PlaceRecord | null);
      } catch {
        // A location is optional, so a damaged record must not fail a sign-in.
        return null;
      }
    },
  };
}
