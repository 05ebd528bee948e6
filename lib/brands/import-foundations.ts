import { FOUNDATION_LIMITS, StoredFoundations } from "@/lib/content";
import { FOUNDATION_GROUPS } from "@/lib/contract";
import { counted, isRecord } from "./imported-brand";

/** Tokens of a group that are looked at; those beyond are left out unread. */
const MAX_READ = 10 * FOUNDATION_LIMITS.tokens;

/** A published value as it is stored: colours lose what follows from their hex. Bounded, since nothing the hub knows lies deeper. */
function stored(value: unknown, depth = 0): unknown {
  if (depth > 4) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_READ).map((entry) => stored(entry, depth + 1));
  if (!isRecord(value)) return value;
  if ("colorSpace" in value) return { hex: value.hex, alpha: value.alpha ?? 1 };
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, stored(entry, depth + 1)]));
}

/** Foundations of a bundle, for a new brand. What has not the form of a token of its group is left out. */
export function importFoundations(
  root: Record<string, unknown>,
  taken: string[],
  left: string[],
): StoredFoundations | undefined {
  const given = isRecord(root.foundations) ? root.foundations : {};
  const foundations: StoredFoundations = {};
  let [count, refused] = [0, 0];
  for (const group of FOUNDATION_GROUPS) {
    const tokens = isRecord(given[group]) ? Object.entries(given[group]) : [];
    const schema = StoredFoundations.shape[group];
    let kept: Record<string, unknown> = {};
    for (const [name, token] of tokens.slice(0, MAX_READ)) {
      const next = { ...kept, [name]: isRecord(token) ? stored(token.$value) : null };
      if (schema.safeParse(next).success) kept = next;
    }
    const size = Object.keys(kept).length;
    if (size > 0) Object.assign(foundations, { [group]: kept });
    count += size;
    refused += tokens.length - size;
  }
  if (count > 0) taken.push(`${counted(count, "token")} of the foundations.`);
  if (refused > 0)
    left.push(`${counted(refused, "token")} of the foundations: not as the hub knows them, or too many.`);
  return count > 0 ? foundations : undefined;
}
