import { parseCssColor } from "@/lib/content/server";
import { lengthOfName } from "./import-token-foundations";
import { isRecord } from "./imported-brand";
import { plainValues } from "./plain-values";

/** A token of another tool's file, on its way into the form of the Design Tokens Community Group. */
export interface ForeignToken {
  path: readonly string[];
  /** Undefined where the file says none: that of what it refers to, or none. */
  type?: string | undefined;
  value: unknown;
  description?: unknown;
  /** Where Figma lets it be used. */
  scopes?: unknown;
}

/** Tokens of a file, and how many values of it they leave out, which are of other modes. */
export interface ForeignFile {
  tokens: readonly ForeignToken[];
  otherModes: number;
}

type Tree = { [key: string]: Tree | Record<string, unknown> };

/** A part of a path that neither ends a reference nor reads as a property of the format. */
const keyOf = (part: string): string => part.replaceAll(/[{}.]/g, "-").replace(/^\$+/, "").trim() || "unnamed";

const reference = (path: readonly string[]): string => `{${path.map(keyOf).join(".")}}`;

/**
 * Tokens as one file of the Design Tokens Community Group; of two of one path the first stays, and how many did not is said in a sentence. A token stands under
 * `$root`, so that a group may have its name.
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
      ? "1 value of another mode or set: the first one is taken."
      : `${repeated} values of other modes or sets: the first of each is taken.`;
  return { root, left: [left] };
}

/** No name that people give is longer; each reference says the whole of one again. */
const MAX_NAME = 300;

const pathOf = (name: unknown): string[] =>
  (typeof name === "string" ? name : "unknown").slice(0, MAX_NAME).split("/").slice(0, 30);

const channel = (value: unknown): string =>
  Math.round(Math.min(1, Math.max(0, Number(value) || 0)) * 255)
    .toString(16)
    .padStart(2, "0");

/** A colour as Figma writes it, in shares of one. */
const hexOf = ({ r, g, b, a = 1 }: Record<string, unknown>): string =>
  `#${[r, g, b].map(channel).join("")}${a === 1 ? "" : channel(a)}`;

const FIGMA_TYPES = new Map(
  Object.entries({ color: "color", float: "number", number: "number", string: "string", boolean: "boolean" }),
);

/** A text variable that names a typeface says so by where it may be used, which is read later, or by its name. */
const figmaType = (type: unknown, name: unknown): string => {
  const known = FIGMA_TYPES.get(String(type).toLowerCase()) ?? String(type);
  return known === "string" && /font.?family|typeface/i.test(String(name)) ? "fontFamily" : known;
};

const ANYWHERE = ["ALL_SCOPES"];

/** What stands in a list, or under keys. */
const recordsIn = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []).filter(isRecord);

const isAlias = (value: unknown): value is { id: unknown } => isRecord(value) && value.type === "VARIABLE_ALIAS";

/** The mode that stands for all: the collection's default, or the first that it names. */
function modeOf({ defaultModeId, modes }: Record<string, unknown>): string {
  const [first] = Array.isArray(modes) ? modes.filter(isRecord).map(({ modeId }) => modeId) : Object.keys(modes ?? {});
  return String(defaultModeId ?? first ?? "");
}

/**
 * Variables with a value for each mode: as Figma's REST API gives them (`GET /v1/files/:key/variables/local`), and as export plugins write them,
 * one collection to a file, what aliases come to beside them. Each by the default mode of its collection; null for anything else.
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
    // An alias may lead into another file, where nothing but what it came to is at hand.
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

/** Variables as export plugins of Figma write them: collections with modes with variables; null for anything else. */
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

/** What a token is that does not say so: by its value, or by its path, as Style Dictionary has it (category, type, item). */
export function typeByPlace(path: readonly string[], value: unknown): string | undefined {
  if (typeof value === "string" && value.includes("{")) return undefined;
  const [category = ""] = path;
  // `400` and `tan` are colours only where a name says so.
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
    // What the plugin makes of a colour afterwards is not in the file: no colour is better than another one.
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
  // Spectrum has a value for each mode of a token; of several at one path the first stays.
  if (isRecord(sets) && path.length > 0 && /^(?:light|desktop)$/.test(Object.keys(sets)[0] ?? ""))
    for (const set of Object.values(sets).filter(isRecord)) studioTokens(set, path, found);
  else
    for (const [key, child] of Object.entries(node))
      if (isRecord(child) && !key.startsWith("$")) studioTokens(child, [...path, key], found);
}

/** Tokens as Tokens Studio keeps them, in sets whose names stand in no reference, and as Style Dictionary does; null for what has none of their marks. */
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

/** A list of tokens with their names or paths, as Figma's plugins and Style Dictionary write it; null for any other list, such as a palette. */
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

/** Design tokens of a file of Figma variables, Tokens Studio, Style Dictionary or plain values by name, in the form of the Design Tokens Community Group; null for any other file. */
export function readForeignTokens(
  root: Record<string, unknown>,
): { root: Record<string, unknown>; left: string[] } | null {
  const figma = figmaVariables(root) ?? figmaCollections(root);
  if (figma) return treeOf(figma);
  const marked = isRecord(root.$metadata) || Array.isArray(root.$themes) || !hasOwnForm(root);
  const file = marked ? (tokensStudio(root) ?? plainValues(root)) : null;
  return file ? treeOf(file) : null;
}

/** Whether a file says `$value` somewhere, as the format does. */
function hasOwnForm(node: unknown, depth = 0): boolean {
  if (!isRecord(node) || depth > MAX_DEPTH) return false;
  if (Object.hasOwn(node, "$value")) return true;
  // In `original` Style Dictionary keeps what a token was made of.
  const groups = Object.entries(node).filter(([key]) => key !== "original" && !key.startsWith("$"));
  return groups.some(([, child]) => hasOwnForm(child, depth + 1));
}
