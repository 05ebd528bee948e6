import { isRecord, unreadable } from "./imported-brand";

/** One design token, its references followed. */
export interface DesignToken {
  path: readonly string[];
  /** Own or inherited; null when the file says none. */
  type: string | null;
  /** Undefined where a reference leads nowhere, or in a circle. */
  value: unknown;
  description: string | null;
  /** Where Figma lets a variable be used; only of files that come from there. */
  scopes?: readonly string[];
  /** What a length is for, where the file says so by more than its name. */
  length?: "radius" | "spacing";
}

type Group = Record<string, unknown>;

const MAX_DEPTH = 32;
const MAX_TOKENS = 5000;
/** Groups that are visited: those that a group extends are visited again in its place. */
const MAX_GROUPS = 20_000;
/** Entries of groups that are copied into others. */
const MAX_COPIED = 200_000;
const MAX_REFERENCES = 32;

const SCOPES = "com.figma.scopes";

/** Where Figma lets a variable be used: everywhere, where a token of its says nothing of it. */
function scopesOf({ $extensions }: Group): Pick<DesignToken, "scopes"> {
  if (!isRecord($extensions)) return {};
  const stated = $extensions[SCOPES];
  if (Array.isArray(stated)) return { scopes: stated.filter((scope) => typeof scope === "string") };
  return Object.keys($extensions).some((key) => key.startsWith("com.figma.")) ? { scopes: ["ALL_SCOPES"] } : {};
}

/** What a reference names: a token or a group by its path, and a place within the token's value. */
interface Reference {
  path: readonly string[];
  within: readonly string[];
}

/** A part of a JSON Pointer as a URI fragment has it (RFC 6901, 6). */
function pointerPart(part: string): string {
  const plain = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Reads `{a.b}` or `{ "$ref": "#/a/b/$value" }`; null for a value that stands for itself. */
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

/** All tokens of a file by their paths, those of extended groups too. */
function collectTokens(root: Group): Map<string, DesignToken> {
  const found = new Map<string, DesignToken>();
  let [groups, copied] = [0, 0];

  /** A group with what it extends below its own: groups of one name are merged, a token takes the other's place whole. */
  function merged(below: Group, own: Group): Group {
    copied += Object.keys(below).length;
    if (copied > MAX_COPIED) throw unreadable("The groups of this file extend each other too often.");
    const both: Group = Object.assign(Object.create(null), below);
    for (const [key, child] of Object.entries(own)) {
      const under = both[key];
      const areGroups = isRecord(under) && isRecord(child) && !isToken(under) && !isToken(child);
      both[key] = areGroups ? merged(under, child) : child;
    }
    return both;
  }

  const nodeAt = ({ path }: Reference): unknown => path.reduce<unknown>(ownAt, root);

  /** A group, or the token that it is, with all that it extends. */
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
    if (path.length > MAX_DEPTH) throw unreadable("The groups of this file are nested too deeply.");
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
      // A group may hold a token of its own under this name (2025.10, 6.2).
      if (key === "$root") collect(child, path, type);
      else if (!key.startsWith("$")) collect(child, [...path, key], type);
    }
  }
  collect(root, [], null);
  return found;
}

/**
 * Gives every token of a file in the format of the Design Tokens Community Group (2025.10 and its drafts), in the file's order, with inherited
 * types, with extended groups and with references followed, those within values too.
 * @throws BadRequest when the file is nested over 32 deep, or has over 5,000 tokens or 20,000 groups
 */
export function flattenTokens(root: Group): DesignToken[] {
  const found = collectTokens(root);
  const known = new Map<DesignToken, Pick<DesignToken, "type" | "value">>();

  function tokenAt({ path }: Reference): DesignToken | undefined {
    const named = path.filter((part) => part !== "$root");
    const token = found.get(named.join("."));
    // Style Dictionary ends a reference with the name of the field.
    return token ?? (/^\$?value$/.test(named.at(-1) ?? "") ? found.get(named.slice(0, -1).join(".")) : undefined);
  }

  function follow(reference: Reference, hops: number): Pick<DesignToken, "type" | "value"> {
    const token = tokenAt(reference);
    if (!token || hops > MAX_REFERENCES) return { type: null, value: undefined };
    const { type, value } = settled(token, hops + 1);
    return { type: reference.within.length > 0 ? null : type, value: reference.within.reduce<unknown>(ownAt, value) };
  }

  /** A value with the references in it followed; one that leads nowhere stays, for who reads the value to refuse. */
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
    // Whoever comes back here meanwhile has run in a circle.
    known.set(token, { type: token.type, value: undefined });
    const reference = referenceOf(token.value);
    const { type, value } = reference ? follow(reference, hops) : { type: null, value: within(token.value, hops) };
    const outcome = { type: token.type ?? type, value };
    known.set(token, outcome);
    return outcome;
  }

  return [...found.values()].map((token) => ({ ...token, ...settled(token, 0) }));
}
