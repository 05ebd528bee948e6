import { isRecord, unreadable } from "./imported-brand";

/** One design token, its references followed. */
export interface DesignToken {
  path: readonly string[];
  /** Own or inherited; null when the file says none. */
  type: string | null;
  value: unknown;
  description: string | null;
  /** Where Figma lets a variable be used; only of files that come from there. */
  scopes?: readonly string[];
  /** What a length is for, where the file says so by more than its name. */
  length?: "radius" | "spacing";
}

type Raw = Omit<DesignToken, "value"> & { value: unknown };

const MAX_DEPTH = 32;
const MAX_TOKENS = 5000;
const MAX_REFERENCES = 32;

const SCOPES = "com.figma.scopes";

/** Where Figma lets a variable be used: everywhere, where a token of its says nothing of it. */
function scopesOf({ $extensions }: Record<string, unknown>): Pick<DesignToken, "scopes"> {
  if (!isRecord($extensions)) return {};
  const stated = $extensions[SCOPES];
  if (Array.isArray(stated)) return { scopes: stated.filter((scope) => typeof scope === "string") };
  return Object.keys($extensions).some((key) => key.startsWith("com.figma.")) ? { scopes: ["ALL_SCOPES"] } : {};
}

const REFERENCE = /^\{([^{}]+)\}$/;

function collect(
  node: Record<string, unknown>,
  path: string[],
  inherited: string | null,
  found: Map<string, Raw>,
): void {
  if (path.length > MAX_DEPTH) throw unreadable("The groups of this file are nested too deeply.");
  const type = typeof node.$type === "string" ? node.$type : inherited;
  const description = typeof node.$description === "string" ? node.$description : null;
  if ("$value" in node) {
    found.set(path.join("."), { path, type, value: node.$value, description, ...scopesOf(node) });
    if (found.size > MAX_TOKENS) throw unreadable(`This file has over ${MAX_TOKENS} tokens.`);
    return;
  }
  for (const [key, child] of Object.entries(node)) {
    if (!isRecord(child)) continue;
    // A group may hold a token of its own under this name (2025.10, 6.2).
    if (key === "$root") collect(child, path, type, found);
    else if (!key.startsWith("$")) collect(child, [...path, key], type, found);
  }
}

/** The path that a value refers to, as `{a.b}` or as a JSON Pointer; null when the value stands for itself. */
function referenceOf(value: unknown): string | null {
  if (typeof value === "string") return REFERENCE.exec(value.trim())?.[1] ?? null;
  if (!isRecord(value) || typeof value.$ref !== "string") return null;
  const pointer = /^#\/(.+?)(?:\/\$value)?$/.exec(value.$ref)?.[1];
  return pointer
    ? pointer
        .split("/")
        .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
        .join(".")
    : null;
}

/**
 * Gives every token of a file in the format of the Design Tokens Community Group, in the file's order, with inherited types and
 * with references to other tokens followed. One whose reference leads nowhere, or in a circle, has `undefined` as its value.
 * @throws BadRequest when the file is nested over 32 deep or has over 5,000 tokens
 */
export function flattenTokens(root: Record<string, unknown>): DesignToken[] {
  const found = new Map<string, Raw>();
  collect(root, [], null, found);
  return [...found.values()].map((token) => {
    let at: Raw | undefined = token;
    let { type } = token;
    for (let hops = 0; at; hops += 1) {
      const reference = referenceOf(at.value);
      if (reference === null) return { ...token, type, value: at.value };
      at = hops < MAX_REFERENCES ? found.get(reference) : undefined;
      type ??= at?.type ?? null;
    }
    return { ...token, type, value: undefined };
  });
}
