import { isRecord, unreadable } from "./imported-brand";

export interface DesignToken {
  path: readonly string[];
  type: string | null;
  /** Undefined for a broken or circular reference. */
  value: unknown;
  description: string | null;
  /** Where Figma lets a variable be used. Only in Figma's files. */
  scopes?: readonly string[];
  /** A length's use, if stated by more than its name. */
  length?: "radius" | "spacing";
}

type Group = Record<string, unknown>;

const MAX_DEPTH = 32;
const MAX_TOKENS = 5000;
/** Groups visited. A group counts again for each group that extends it. */
const MAX_GROUPS = 20_000;
/** Entries copied into extending groups. */
const MAX_COPIED = 200_000;
const MAX_REFERENCES = 32;

const SCOPES = "com.figma.scopes";

/** A Figma token without scopes can be used everywhere. */
function scopesOf({ $extensions }: Group): Pick<DesignToken, "scopes"> {
  if (!isRecord($extensions)) return {};
  const stated = $extensions[SCOPES];
  if (Array.isArray(stated)) return { scopes: stated.filter((scope) => typeof scope === "string") };
  return Object.keys($extensions).some((key) => key.startsWith("com.figma.")) ? { scopes: ["ALL_SCOPES"] } : {};
}

interface Reference {
  path: readonly string[];
  within: readonly string[];
}

/** Decodes a part of a JSON Pointer in a URI fragment (RFC 6901, section 6). */
function pointerPart(part: string): string {
  const plain = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Reads `{a.b}` or `{ "$ref": "#/a/b/$value" }`. Null for other values. */
function referenceOf(value: unknown): Reference | null {
  if (typeof value === "string") {
    const path = /^\{([^{}]+)\}$/.exec(value.trim())?.[1]?.split(".");
    return path ? { path, within: [] } : null;
  }
  if (!isRecord(value) || typeof value.$ref !== "string" || !value.$ref.startsWith("#/")) return null;
  const parts = value.$ref.slice(2).split("/").map(pointerPart);
  const end = parts.indexOf("$value");
  return end < 0 ? { path: parts, within: [] } : { path: parts.slice(0, end), within: parts.slice(end + 1) };
}

const ownAt = (holder: unknown, key: string): unknown =>
  typeof holder === "object" && holder !== null && Object.hasOwn(holder, key) ? (holder as Group)[key] : undefined;

const isToken = (node: Group): boolean => Object.hasOwn(node, "$value");

function collectTokens(root: Group): Map<string, DesignToken> {
  const found = new Map<string, DesignToken>();
  let [groups, copied] = [0, 0];

  /** A token replaces another as a whole. */
  function merged(below: Group, own: Group): Group {
    copied += Object.keys(below).length;
    if (copied > MAX_COPIED) throw unreadable("The groups in this file extend each other too often.");
    const both: Group = Object.assign(Object.create(null), below);
    for (const [key, child] of Object.entries(own)) {
      const under = both[key];
      const areGroups = isRecord(under) && isRecord(child) && !isToken(under) && !isToken(child);
      both[key] = areGroups ? merged(under, child) : child;
    }
    return both;
  }

  const nodeAt = ({ path }: Reference): unknown => path.reduce<unknown>(ownAt, root);

  function extended(node: Group): Group {
    let all = node;
    for (let hops = 0; hops < MAX_REFERENCES; hops += 1) {
      const { $extends, $ref, ...own } = all;
      const reference = referenceOf($extends) ?? (isToken(all) ? null : referenceOf({ $ref }));
      if (!reference) return all;
      const target = nodeAt(reference);
      const isGroup = isRecord(target) && !isToken(target) && reference.within.length === 0;
      const leadsToToken = isRecord(target) && typeof target.$ref === "string" && !Object.hasOwn(target, "$extends");
      if ($extends === undefined && (!isGroup || leadsToToken)) return { ...own, $value: { $ref } };
      if (!isGroup) return own;
      all = merged(target, own);
    }
    return {};
  }

  function collect(node: Group, path: string[], inherited: string | null): void {
    groups += 1;
    if (path.length > MAX_DEPTH) throw unreadable("The groups in this file are nested too deeply.");
    if (groups > MAX_GROUPS) throw unreadable(`This file has over ${MAX_GROUPS.toLocaleString("en")} groups.`);
    const { $type, $description, ...rest } = extended(node);
    const type = typeof $type === "string" ? $type : inherited;
    if (Object.hasOwn(rest, "$value")) {
      const description = typeof $description === "string" ? $description : null;
      found.set(path.join("."), { path, type, value: rest.$value, description, ...scopesOf(rest) });
      if (found.size > MAX_TOKENS) throw unreadable(`This file has over ${MAX_TOKENS.toLocaleString("en")} tokens.`);
      return;
    }
    for (const [key, child] of Object.entries(rest)) {
      if (!isRecord(child)) continue;
      // A group can hold its own token under this name (2025.10, section 6.2).
      if (key === "$root") collect(child, path, type);
      else if (!key.startsWith("$")) collect(child, [...path, key], type);
    }
  }
  collect(root, [], null);
  return found;
}

/**
 * Tokens of a DTCG file (2025.10 and drafts) in file order. Types are inherited, groups extended and references
 * resolved.
 * @throws BadRequest for over 32 levels, 5,000 tokens or 20,000 groups
 */
export function flattenTokens(root: Group): DesignToken[] {
  const found = collectTokens(root);
  const known = new Map<DesignToken, Pick<DesignToken, "type" | "value">>();

  function tokenAt({ path }: Reference): DesignToken | undefined {
    const named = path.filter((part) => part !== "$root");
    const token = found.get(named.join("."));
    // In Style Dictionary a reference can end with `value`.
    return token ?? (/^\$?value$/.test(named.at(-1) ?? "") ? found.get(named.slice(0, -1).join(".")) : undefined);
  }

  function follow(reference: Reference, hops: number): Pick<DesignToken, "type" | "value"> {
    const token = tokenAt(reference);
    if (!token || hops > MAX_REFERENCES) return { type: null, value: undefined };
    const { type, value } = settled(token, hops + 1);
    return { type: reference.within.length > 0 ? null : type, value: reference.within.reduce<unknown>(ownAt, value) };
  }

  /** Resolves references. Keeps broken ones, which the value's reader rejects. */
  function within(value: unknown, hops: number): unknown {
    const reference = referenceOf(value);
    if (reference) return follow(reference, hops).value ?? value;
    if (Array.isArray(value)) return value.map((one) => within(one, hops));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, within(one, hops)]));
  }

  function settled(token: DesignToken, hops: number): Pick<DesignToken, "type" | "value"> {
    const before = known.get(token);
    if (before) return before;
    // A recursive call that finds this entry closes a circle.
    known.set(token, { type: token.type, value: undefined });
    const reference = referenceOf(token.value);
    const { type, value } = reference ? follow(reference, hops) : { type: null, value: within(token.value, hops) };
    const outcome = { type: token.type ?? type, value };
    known.set(token, outcome);
    return outcome;
  }

  return [...found.values()].map((token) => ({ ...token, ...settled(token, 0) }));
}
