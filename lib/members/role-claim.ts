import { ROLES, type Role } from "@/lib/contract";

/** Values that are read; a person of more brands is invited to the others. */
const MOST_VALUES = 100;
/** A slug, a colon and a role. */
const LONGEST_VALUE = 64 + 1 + 6;
const VALUE = /^([a-z0-9]+(?:-[a-z0-9]+)*):([a-z]+)$/;
const MOST_EXAMPLES = 5;

/** What a role claim says. */
export interface RoleClaim {
  /** The role in each brand, by its slug. */
  wanted: ReadonlyMap<string, Role>;
  /** Some of what says nothing to the hub, for its log. */
  ignored: readonly string[];
}

/** The values of a claim, however an issuer sends them: a list of `slug:role`, one alone, or an object of roles by slug. */
function* valuesOf(claim: unknown): Generator<unknown> {
  if (Array.isArray(claim)) yield* claim;
  else if (typeof claim === "object" && claim !== null)
    for (const slug in claim) yield `${slug}:${(claim as Record<string, unknown>)[slug]}`;
  else if (claim !== undefined && claim !== null) yield claim;
}

/** Of two roles in one brand the one that may more. */
export const higherOf = (role: Role, other: Role = role): Role =>
  ROLES.indexOf(role) < ROLES.indexOf(other) ? role : other;

/**
 * Reads what an issuer says of somebody's roles, bounded before it is looked at. Of two roles in one brand the higher one holds; a role that
 * is not among those that claims may give is ignored like any that is none.
 */
export function readRoleClaim(claim: unknown, roles: readonly Role[]): RoleClaim {
  const wanted = new Map<string, Role>();
  const ignored: string[] = [];
  const ignore = (value: unknown) => {
    if (ignored.length < MOST_EXAMPLES) ignored.push(String(value).slice(0, LONGEST_VALUE));
  };
  let read = 0;
  for (const value of valuesOf(claim)) {
    read += 1;
    if (read > MOST_VALUES) {
      ignore(`all beyond ${MOST_VALUES} values`);
      break;
    }
    const [, slug = "", named] =
      (typeof value === "string" && value.length <= LONGEST_VALUE && VALUE.exec(value)) || [];
    const role = roles.find((one) => one === named);
    if (role) wanted.set(slug, higherOf(role, wanted.get(slug)));
    else ignore(typeof value === "string" ? value : typeof value);
  }
  return { wanted, ignored };
}
