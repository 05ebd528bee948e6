import { parseCssColor } from "@/lib/content/server";
import { lengthOfName } from "./import-token-foundations";
import { isRecord } from "./imported-brand";
import { plainValues } from "./plain-values";

export interface ForeignToken {
  path: readonly string[];
  /** Undefined for none, or the type of the referenced token. */
  type?: string | undefined;
  value: unknown;
  description?: unknown;
  scopes?: unknown;
}

export interface ForeignFile {
  tokens: readonly ForeignToken[];
  otherModes: number;
}

type Tree = { [key: string]: Tree | Record<string, unknown> };

/** Replaces characters that a reference or `$` property would use. */
const keyOf = (part: string): string => part.replaceAll(/[{}.]/g, "-").replace(/^\$+/, "").trim() || "unnamed";

const reference = (path: readonly string[]): string => `{${path.map(keyOf).join(".")}}`;

/**
 * As a DTCG tree. Of two tokens with the same path the first wins, and `left` says how many were dropped. A token is
 * stored under `$root`, because a group can have the same name.
 */
function treeOf({ tokens, otherModes }: ForeignFile): { root: Record<string, unknown>; left: string[] } {
  const root: Tree = Object.create(null);
  let repeated = otherModes;
  for (const { path, type, value, description, scopes } of tokens) {
    let node: Tree = root;
    for (const part of path.map(keyOf)) {
      node[part] ??= Object.create(null) as Tree;
      node = node[part] as Tree;
    }
    const $extensions = scopes ? { "com.figma.scopes": scopes } : undefined;
    if (node.$root) repeated += 1;
    else node.$root = { $type: type, $value: value, $description: description, $extensions };
  }
  if (repeated === 0) return { root, left: [] };
  const left =
    repeated === 1
      ? "1 value of another mode or set: the first one is used."
      : `${repeated} values of other modes or sets: only the first of each is used.`;
  return { root, left: [left] };
}

/** Longer than any real name. References repeat names, so this bounds their cost. */
const MAX_NAME = 300;

const pathOf = (name: unknown): string[] =>
  (typeof name === "string" ? name : "unknown").slice(0, MAX_NAME).split("/").slice(0, 30);

const channel = (value: unknown): string =>
  Math.round(Math.min(1, Math.max(0, Number(value) || 0)) * 255)
    .toString(16)
    .padStart(2, "0");

/** Figma's channels range from 0 to 1. */
const hexOf = ({ r, g, b, a = 1 }: Record<string, unknown>): string =>
  `#${[r, g, b].map(channel).join("")}${a === 1 ? "" : channel(a)}`;

const FIGMA_TYPES = new Map(
  Object.entries({ color: "color", float: "number", number: "number", string: "string", boolean: "boolean" }),
);

/** A text variable is a typeface by its name. Its scopes are read later. */
const figmaType = (type: unknown, name: unknown): string => {
  const known = FIGMA_TYPES.get(String(type).toLowerCase()) ?? String(type);
  return known === "string" && /font.?family|typeface/i.test(String(name)) ? "fontFamily" : known;
};

const ANYWHERE = ["ALL_SCOPES"];

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []).filter(isRecord);

const isAlias = (value: unknown): value is { id: unknown } => isRecord(value) && value.type === "VARIABLE_ALIAS";

function modeOf({ defaultModeId, modes }: Record<string, unknown>): string {
  const [first] = Array.isArray(modes) ? modes.filter(isRecord).map(({ modeId }) => modeId) : Object.keys(modes ?? {});
  return String(defaultModeId ?? first ?? "");
}

/**
 * Variables from Figma's REST API (`GET /v1/files/:key/variables/local`) or an export plugin (one collection a file,
 * with resolved aliases). Uses each collection's default mode. Null for other files.
 */
function figmaVariables(root: Record<string, unknown>): ForeignFile | null {
  const source = isRecord(root.meta) ? root.meta : root;
  const collections = [...recordsIn(source.variableCollections), ...recordsIn(source.collections), source];
  const nested = collections.flatMap((collection) =>
    recordsIn(collection.variables).map((variable) => ({ variable, mode: modeOf(collection) })),
  );
  const found = nested.filter(
    ({ variable }) => isRecord(variable.valuesByMode) || isRecord(variable.resolvedValuesByMode),
  );
  if (found.length === 0) return null;
  const modes = new Map(collections.map((collection) => [collection.id, modeOf(collection)]));
  const names = new Map(found.map(({ variable }) => [variable.id, variable.name]));
  let otherModes = 0;
  const tokens = found.map(({ variable, mode: own }): ForeignToken => {
    const values = isRecord(variable.valuesByMode) ? variable.valuesByMode : {};
    const resolved = isRecord(variable.resolvedValuesByMode) ? variable.resolvedValuesByMode : {};
    const keys = [...new Set([...Object.keys(values), ...Object.keys(resolved)])];
    const wanted = modes.get(variable.variableCollectionId) || own;
    const mode = keys.includes(wanted) ? wanted : (keys[0] ?? "");
    otherModes += Math.max(0, keys.length - 1);
    const outcome = Object.hasOwn(resolved, mode) ? resolved[mode] : undefined;
    const come = isRecord(outcome) ? (outcome.resolvedValue ?? outcome.value) : undefined;
    const stated = Object.hasOwn(values, mode) ? values[mode] : undefined;
    // An alias can point to another file. Then only its resolved value is known.
    const value = stated === undefined || (isAlias(stated) && !names.has(stated.id)) ? (come ?? stated) : stated;
    return {
      path: pathOf(variable.name),
      type: figmaType(variable.resolvedType ?? variable.type, variable.name),
      value: isAlias(value)
        ? reference(pathOf(names.get(value.id) ?? "unknown"))
        : isRecord(value)
          ? hexOf(value)
          : value,
      description: variable.description || undefined,
      scopes: variable.scopes ?? ANYWHERE,
    };
  });
  return { tokens, otherModes };
}

/** Another form of Figma export plugins. Null for other files. */
function figmaCollections({ collections }: Record<string, unknown>): ForeignFile | null {
  const variables = recordsIn(collections)
    .flatMap(({ modes }) => recordsIn(modes))
    .flatMap((mode) => recordsIn(mode.variables));
  if (variables.length === 0) return null;
  const tokens = variables.map(({ name, type, value, isAlias: isReference, description, scopes }) => {
    const aimed = isRecord(value) && (isReference === true || typeof value.name === "string") ? value.name : null;
    const given = aimed === null ? (isRecord(value) && "r" in value ? hexOf(value) : value) : reference(pathOf(aimed));
    return {
      path: pathOf(name),
      type: figmaType(type, name),
      value: given,
      description,
      scopes: scopes ?? ANYWHERE,
    };
  });
  return { tokens, otherModes: 0 };
}

const MAX_DEPTH = 32;

/** Guesses a type from the value, or from the path as Style Dictionary does (category, type, item). */
export function typeByPlace(path: readonly string[], value: unknown): string | undefined {
  if (typeof value === "string" && value.includes("{")) return undefined;
  const [category = ""] = path;
  // `400` and `tan` are colours only if a name says so.
  const isColor = /^(?:#|[a-z-]+\()/i.test(String(value)) || path.some((key) => /colou?r/i.test(key));
  if (isColor && typeof value === "string" && parseCssColor(value)) return "color";
  if (path.some((key) => /^font-?(?:family|families)$|^typefaces?$/i.test(key))) return "fontFamily";
  if (/^time$|^durations?$/i.test(category)) return "duration";
  const length = /^-?[\d.]+(px|rem)?$/.exec(String(value));
  return length && (length[1] || lengthOfName(path)) ? "dimension" : undefined;
}

function studioTokens(node: Record<string, unknown>, path: string[], found: ForeignToken[]): void {
  if (path.length > MAX_DEPTH) return;
  const value = node.value ?? node.$value;
  const type = node.type ?? node.$type;
  if (value !== undefined && (typeof type === "string" || !isRecord(value))) {
    const { studio } = isRecord(node.$extensions) ? { studio: node.$extensions["studio.tokens"] } : {};
    // The file lacks the modified colour. Importing none is better than the unmodified one.
    const changed = isRecord(studio) && studio.modify !== undefined;
    const given = changed ? "a colour that Tokens Studio changes" : value;
    found.push({
      path,
      type: typeof type === "string" ? type : undefined,
      value: given,
      description: node.description ?? node.$description ?? node.comment,
    });
    return;
  }
  const { sets } = node;
  if (isRecord(sets) && path.length > 0 && /^(?:light|desktop)$/.test(Object.keys(sets)[0] ?? ""))
    for (const set of Object.values(sets).filter(isRecord)) studioTokens(set, path, found);
  else
    for (const [key, child] of Object.entries(node))
      if (isRecord(child) && !key.startsWith("$")) studioTokens(child, [...path, key], found);
}

/** Tokens Studio's sets, whose names references omit, or Style Dictionary's. Null for other files. */
function tokensStudio(root: Record<string, unknown>): ForeignFile | null {
  const isSets = isRecord(root.$metadata) || Array.isArray(root.$themes);
  const order =
    isRecord(root.$metadata) && Array.isArray(root.$metadata.tokenSetOrder) ? root.$metadata.tokenSetOrder : [];
  const found: ForeignToken[] = [];
  if (isSets) {
    const names = [...new Set([...order.map(String), ...Object.keys(root)])];
    for (const name of names) {
      const set = Object.hasOwn(root, name) && !name.startsWith("$") ? root[name] : null;
      if (isRecord(set)) studioTokens(set, [], found);
    }
  } else studioTokens(root, [], found);
  return found.length > 0 ? { tokens: found, otherModes: 0 } : null;
}

/** A token list with names or paths, from Figma plugins or Style Dictionary. Null for other lists, such as palettes. */
export function readTokenList(list: readonly unknown[]): { root: Record<string, unknown>; left: string[] } | null {
  const tokens = list.filter(isRecord).flatMap(({ name, path, type, $type = type, value, $value = value, ...rest }) => {
    if ($value === undefined || !(Array.isArray(path) || typeof $type === "string")) return [];
    const at = Array.isArray(path) ? path.slice(0, MAX_DEPTH - 2).map(String) : pathOf(name);
    const own = isRecord($value) && "r" in $value ? hexOf($value) : $value;
    const { description, scopes } = rest;
    return [
      {
        path: at,
        type: typeof $type === "string" ? figmaType($type, name) : undefined,
        value: own,
        description,
        scopes,
      },
    ];
  });
  return tokens.length > 0 ? treeOf({ tokens, otherModes: 0 }) : null;
}

/** Converts Figma variables, Tokens Studio, Style Dictionary or plain values to DTCG form. Null for other files. */
export function readForeignTokens(
  root: Record<string, unknown>,
): { root: Record<string, unknown>; left: string[] } | null {
  const figma = figmaVariables(root) ?? figmaCollections(root);
  if (figma) return treeOf(figma);
  const marked = isRecord(root.$metadata) || Array.isArray(root.$themes) || !hasOwnForm(root);
  const file = marked ? (tokensStudio(root) ?? plainValues(root)) : null;
  return file ? treeOf(file) : null;
}

function hasOwnForm(node: unknown, depth = 0): boolean {
  if (!isRecord(node) || depth > MAX_DEPTH) return false;
  if (Object.hasOwn(node, "$value")) return true;
  // Style Dictionary keeps a token's source in `original`.
  const groups = Object.entries(node).filter(([key]) => key !== "original" && !key.startsWith("$"));
  return groups.some(([, child]) => hasOwnForm(child, depth + 1));
}
