import { isRecord, unreadable } from "./imported-brand";

type Group = Record<string, unknown>;

/** A source counts each time it is named. */
const MAX_SOURCES = 500;
/** Tokens and groups of all sources together. */
const MAX_MERGED = 200_000;

const textOr = (value: unknown, other: string): string => (typeof value === "string" ? value : other);

/**
 * Takes each modifier's default or first context. `left` names other contexts and files. Null for other files.
 * @throws BadRequest (`field: "file"`) when all tokens are in other files, which it names
 */
export function readResolverDocument(root: Group): { root: Group; left: string[] } | null {
  const { resolutionOrder } = root;
  if (!Array.isArray(resolutionOrder)) return null;
  const named = (kind: string, key: string): unknown =>
    isRecord(root[kind]) && Object.hasOwn(root[kind], key) ? root[kind][key] : null;
  const files = new Set<string>();
  const left: string[] = [];
  const tokens: Group = Object.create(null);
  let [sources, inline, laid] = [0, 0, 0];

  /** In place. The later token at a path wins. */
  function mergeInto(over: Group, under: Group): Group {
    for (const [key, child] of Object.entries(over)) {
      laid += 1;
      if (laid > MAX_MERGED)
        throw unreadable("The sets of this resolver document are too large for the number of references.");
      const before = Object.hasOwn(under, key) ? under[key] : undefined;
      const bothGroups = isRecord(before) && isRecord(child) && !("$value" in before) && !("$value" in child);
      under[key] = bothGroups ? mergeInto(child, Object.assign(Object.create(null), before)) : child;
    }
    return under;
  }

  function modifier(node: Group, name: string): void {
    const contexts = isRecord(node.contexts) ? node.contexts : {};
    const names = Object.keys(contexts);
    const chosen = typeof node.default === "string" && Object.hasOwn(contexts, node.default) ? node.default : names[0];
    if (chosen === undefined) return;
    const others = names.filter((one) => one !== chosen).join(", ");
    if (others) left.push(`Modifier ${name}: context ${chosen} is used, not ${others}.`);
    read(contexts[chosen], 0);
  }

  function read(source: unknown, depth: number, name = "without a name"): void {
    sources += 1;
    if (sources > MAX_SOURCES || depth > 10)
      throw unreadable("This resolver document has too many or circular sources.");
    if (Array.isArray(source)) for (const one of source) read(one, depth + 1);
    else if (!isRecord(source)) return;
    else if (typeof source.$ref === "string") {
      const [, kind, key = ""] = /^#\/(sets|modifiers)\/(.+)$/.exec(source.$ref) ?? [];
      if (kind === undefined) files.add(source.$ref);
      else read(named(kind, key), depth + 1, key);
    } else if (isRecord(source.contexts)) modifier(source, textOr(source.name, name));
    else if (Array.isArray(source.sources)) read(source.sources, depth + 1);
    else {
      inline += 1;
      mergeInto(source, tokens);
    }
  }

  read(resolutionOrder, 0);
  const names = [...files].join(", ");
  if (inline === 0)
    throw unreadable(
      names
        ? `The tokens of this resolver document are in other files. Choose one of these: ${names}.`
        : "This is a resolver document without tokens.",
    );
  for (const file of files) left.push(`${file}: not included in this file.`);
  return { root: tokens, left };
}
