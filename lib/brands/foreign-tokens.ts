import { isRecord } from "./imported-brand";

/** A token of another tool's file, on its way into the form of the Design Tokens Community Group. */
interface ForeignToken {
  path: readonly string[];
  type: string;
  value: unknown;
  description?: unknown;
}

type Tree = { [key: string]: Tree | Record<string, unknown> };

/** A part of a path that neither ends a reference nor reads as a property of the format. */
const keyOf = (part: string): string => part.replaceAll(/[{}.]/g, "-").replace(/^\$+/, "").trim() || "unnamed";

const reference = (path: readonly string[]): string => `{${path.map(keyOf).join(".")}}`;

/**
 * Tokens as one file of the Design Tokens Community Group; of two of one path the first stays, and how many did not is said in a sentence. A token stands under
 * `$root`, so that a group may have its name.
 */
function treeOf(tokens: readonly ForeignToken[]): { root: Record<string, unknown>; left: string[] } {
  const root: Tree = Object.create(null);
  let repeated = 0;
  for (const { path, type, value, description } of tokens) {
    let node: Tree = root;
    for (const part of path.map(keyOf)) {
      node[part] ??= Object.create(null) as Tree;
      node = node[part] as Tree;
    }
    if (node.$root) repeated += 1;
    else node.$root = { $type: type, $value: value, $description: description };
  }
  const left = repeated === 0 ? [] : [`${repeated} values of other modes or sets: the first of each is taken.`];
  return { root, left };
}

const pathOf = (name: unknown): string[] => String(name).split("/").slice(0, 30);

const channel = (value: unknown): string =>
  Math.round(Math.min(1, Math.max(0, Number(value) || 0)) * 255)
    .toString(16)
    .padStart(2, "0");

/** A colour as Figma writes it, in shares of one. */
const hexOf = ({ r, g, b, a = 1 }: Record<string, unknown>): string =>
  `#${[r, g, b].map(channel).join("")}${a === 1 ? "" : channel(a)}`;

const FIGMA_TYPES: Record<string, string> = {
  color: "color",
  float: "number",
  number: "number",
  string: "string",
  boolean: "boolean",
};

/** A text variable that names a typeface says so by where it may be used, or by its name. */
const figmaType = (type: unknown, name: unknown, scopes: unknown): string => {
  const known = FIGMA_TYPES[String(type).toLowerCase()] ?? String(type);
  const isFamily =
    (Array.isArray(scopes) && scopes.includes("FONT_FAMILY")) || /font.?family|typeface/i.test(String(name));
  return known === "string" && isFamily ? "fontFamily" : known;
};

/** Variables as Figma's REST API gives them (`GET /v1/files/:key/variables/local`), each by the default mode of its collection; null for anything else. */
function figmaVariables({ meta }: Record<string, unknown>): ForeignToken[] | null {
  if (!isRecord(meta) || !isRecord(meta.variables) || !isRecord(meta.variableCollections)) return null;
  const { variables, variableCollections: collections } = meta;
  const nameOf = (id: unknown) => {
    const aimed = typeof id === "string" && Object.hasOwn(variables, id) ? variables[id] : null;
    return isRecord(aimed) ? pathOf(aimed.name) : ["unknown"];
  };
  return Object.values(variables).flatMap((variable) => {
    if (!isRecord(variable) || !isRecord(variable.valuesByMode)) return [];
    const collection = collections[String(variable.variableCollectionId)];
    const modes = Object.keys(variable.valuesByMode);
    const mode = isRecord(collection) ? String(collection.defaultModeId) : "";
    const value = variable.valuesByMode[modes.includes(mode) ? mode : (modes[0] ?? "")];
    const given = isRecord(value)
      ? value.type === "VARIABLE_ALIAS"
        ? reference(nameOf(value.id))
        : hexOf(value)
      : value;
    const type = figmaType(variable.resolvedType, variable.name, variable.scopes);
    return [{ path: pathOf(variable.name), type, value: given, description: variable.description || undefined }];
  });
}

/** Variables as export plugins of Figma write them: collections with modes with variables; null for anything else. */
function figmaCollections({ collections }: Record<string, unknown>): ForeignToken[] | null {
  if (!Array.isArray(collections)) return null;
  const all = collections.filter(isRecord).flatMap(({ modes }) => (Array.isArray(modes) ? modes.filter(isRecord) : []));
  const variables = all.flatMap((mode) => (Array.isArray(mode.variables) ? mode.variables.filter(isRecord) : []));
  if (variables.length === 0) return null;
  return variables.map(({ name, type, value, isAlias, description }) => {
    const aimed = isRecord(value) && (isAlias === true || typeof value.name === "string") ? value.name : null;
    const given = aimed === null ? (isRecord(value) && "r" in value ? hexOf(value) : value) : reference(pathOf(aimed));
    return { path: pathOf(name), type: figmaType(type, name, null), value: given, description };
  });
}

/** What Tokens Studio calls its types, where the format calls them otherwise. */
const STUDIO_TYPES: Record<string, string> = {
  fontFamilies: "fontFamily",
  fontWeights: "fontWeight",
  fontSizes: "dimension",
  spacing: "dimension",
  sizing: "dimension",
  borderRadius: "dimension",
  boxShadow: "shadow",
};
const MAX_DEPTH = 32;

function studioTokens(node: Record<string, unknown>, path: string[], found: ForeignToken[]): void {
  if (path.length > MAX_DEPTH) return;
  const value = node.value ?? node.$value;
  const type = node.type ?? node.$type;
  if (value !== undefined && typeof type === "string") {
    const { studio } = isRecord(node.$extensions) ? { studio: node.$extensions["studio.tokens"] } : {};
    // What the plugin makes of a colour afterwards is not in the file: no colour is better than another one.
    const changed = isRecord(studio) && studio.modify !== undefined;
    const given = changed ? "a colour that Tokens Studio changes" : value;
    found.push({
      path,
      type: STUDIO_TYPES[type] ?? type,
      value: given,
      description: node.description ?? node.$description,
    });
    return;
  }
  for (const [key, child] of Object.entries(node))
    if (isRecord(child) && !key.startsWith("$")) studioTokens(child, [...path, key], found);
}

/** Tokens as Tokens Studio keeps them, in sets whose names stand in no reference; null for what has none of its marks. */
function tokensStudio(root: Record<string, unknown>): ForeignToken[] | null {
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
  return found.length > 0 ? found : null;
}

/** Design tokens of a file of Figma variables or of Tokens Studio, in the form of the Design Tokens Community Group; null for any other file. */
export function readForeignTokens(
  root: Record<string, unknown>,
): { root: Record<string, unknown>; left: string[] } | null {
  const figma = figmaVariables(root) ?? figmaCollections(root);
  if (figma) return treeOf(figma);
  const marked = isRecord(root.$metadata) || Array.isArray(root.$themes) || !hasOwnForm(root);
  const studio = marked ? tokensStudio(root) : null;
  return studio ? treeOf(studio) : null;
}

/** Whether a file says `$value` somewhere, as the format does. */
function hasOwnForm(node: unknown, depth = 0): boolean {
  if (!isRecord(node) || depth > MAX_DEPTH) return false;
  return Object.hasOwn(node, "$value") || Object.values(node).some((child) => hasOwnForm(child, depth + 1));
}
