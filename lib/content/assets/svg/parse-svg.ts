import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import { UnsupportedFile } from "@/lib/platform/errors";
import {
  ANIMATION_ELEMENTS,
  ATTRIBUTES,
  ELEMENTS,
  PLAIN_ATTRIBUTES,
  SVG_NAMESPACE,
  TEXT_ELEMENTS,
  XLINK_NAMESPACE,
  XML_NAMESPACE,
} from "./allow-list";
import { sanitiseDeclarations, sanitiseStyleSheet, staysInside } from "./css";

type FindingKind = keyof typeof SENTENCES;

const SENTENCES = {
  script: (names: string) => `Removed scripts (${names}).`,
  handler: (names: string) => `Removed event handlers (${names}).`,
  reference: (names: string) => `Removed external references (${names}).`,
  animation: (names: string) => `Removed animation (${names}).`,
  element: (names: string) => `Removed unsupported elements (${names}).`,
  attribute: (names: string) => `Removed unsupported attributes (${names}).`,
  style: (names: string) => `Removed unsupported style rules (${names}).`,
  instruction: (names: string) => `Removed processing instructions (${names}).`,
  doctype: () => "Removed the DOCTYPE.",
  comment: () => "Removed comments.",
  text: () => "Removed stray text between elements.",
} as const;

const MAX_NAMES = 8;
const MAX_NAME_LENGTH = 40;

/** One sentence per kind, in a fixed order. */
export class Findings {
  readonly #names = new Map<FindingKind, Set<string>>();

  add(kind: FindingKind, name = ""): void {
    const names = this.#names.get(kind) ?? new Set();
    names.add(name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name);
    this.#names.set(kind, names);
  }

  sentences(): string[] {
    const kinds = Object.keys(SENTENCES) as FindingKind[];
    return kinds.flatMap((kind) => {
      const names = this.#names.get(kind);
      return names === undefined ? [] : [SENTENCES[kind](list([...names]))];
    });
  }
}

function list(names: string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(", ");
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

/** Elements have no prefix, some attributes have `xlink:` or `xml:`. */
export type SvgElement = {
  name: string;
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
};

export function walk(element: SvgElement, visit: (element: SvgElement) => void): void {
  visit(element);
  for (const child of element.children) if (typeof child !== "string") walk(child, visit);
}

/** Canonical: the same tree always gives the same text. */
export function serialise(root: SvgElement): string {
  let usesXlink = false;
  walk(root, ({ attributes }) => {
    usesXlink ||= attributes.has("xlink:href");
  });
  const namespaces = new Map([["xmlns", SVG_NAMESPACE]]);
  if (usesXlink) namespaces.set("xmlns:xlink", XLINK_NAMESPACE);
  return write({ ...root, attributes: new Map([...namespaces, ...root.attributes]) });
}

function write({ name, attributes, children }: SvgElement): string {
  const start = [name, ...[...attributes].map(([key, value]) => `${key}="${escapeAttribute(value)}"`)].join(" ");
  if (children.length === 0) return `<${start}/>`;
  const inside = children.map((child) => (typeof child === "string" ? escapeText(child) : write(child))).join("");
  return `<${start}>${inside}</${name}>`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML parsers change carriage returns, and tabs and line breaks in attributes. */
function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? "&#13;");
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}

/** Parses a sanitised SVG. For job processes only. */
export const readSvg = (svg: Buffer): SvgElement => parseSvg(svg.toString("utf8"), new Findings());

const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
const FRAGMENT = /^#[^\s]+$/;
const EMBEDDED_PICTURE = /^data:image\/(?:png|jpe?g|webp);base64,/i;

function cleanAttributes(
  element: string,
  attributes: Iterable<SaxesAttributeNS>,
  findings: Findings,
): Map<string, string> {
  const kept = new Map<string, string>();
  for (const { name, local, uri, value } of attributes) {
    if (uri === XMLNS_NAMESPACE) continue;
    if (uri === XML_NAMESPACE && (local === "space" || local === "lang")) kept.set(`xml:${local}`, value);
    else if (local === "href" && (uri === "" || uri === XLINK_NAMESPACE)) {
      if (isInnerReference(element, value)) kept.set(uri === "" ? "href" : "xlink:href", value.trim());
      else findings.add("reference", `${name} of ${element}`);
    } else if (/^on/i.test(local)) findings.add("handler", name);
    else if (uri !== "" || !ATTRIBUTES.has(local)) findings.add("attribute", name);
    else if (local === "style") {
      const declarations = sanitiseDeclarations(value, findings);
      if (declarations !== "") kept.set("style", declarations);
    } else if (PLAIN_ATTRIBUTES.has(local) || staysInside(value)) kept.set(local, value);
    else findings.add("reference", `${name} of ${element}`);
  }
  return kept;
}

function isInnerReference(element: string, value: string): boolean {
  const target = value.trim();
  return FRAGMENT.test(target) || (element === "image" && EMBEDDED_PICTURE.test(target));
}

/** HTML parsers treat their content differently, so elements in it could change meaning. */
const TEXT_ONLY: ReadonlySet<string> = new Set(["title", "desc", "style"]);

const MAX_DEPTH = 100;
const MAX_ELEMENTS = 20_000;

/** `kept` is null inside a removed element. */
type Open = { kept: SvgElement | null; keepsText: boolean };

/**
 * Parses strict XML into the allowed tree.
 * @throws UnsupportedFile `file_type` if the root isn't an SVG, `file_invalid` for broken XML, a DOCTYPE with
 * definitions, over 100 levels or over 20,000 elements
 */
export function parseSvg(text: string, findings: Findings): SvgElement {
  // XML 1.1 allows control characters that browsers don't read back.
  const parser = new SaxesParser({ xmlns: true, position: true, forceXMLVersion: true, defaultXMLVersion: "1.0" });
  const path: Open[] = [];
  let root: SvgElement | null = null;
  let elements = 0;

  parser.on("doctype", (doctype) => {
    if (/^\s*html\b/i.test(doctype)) throw notSvg();
    if (doctype.includes("[")) throw invalid("has a DOCTYPE with definitions, which can hide content. Remove them");
    findings.add("doctype");
  });
  parser.on("comment", () => findings.add("comment"));
  parser.on("processinginstruction", ({ target }) => findings.add("instruction", target));

  parser.on("opentag", (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw invalid("has over 20,000 elements. Simplify it");
    if (path.length >= MAX_DEPTH) throw invalid("nests elements over 100 levels deep. Ungroup some");
    const parent = path.at(-1);
    if (parent === undefined) requireSvgRoot(tag);
    const kept = parent?.kept !== null && isAllowed(tag, parent?.kept, findings) ? toElement(tag, findings) : null;
    if (kept !== null) {
      parent?.kept?.children.push(kept);
      root ??= kept;
    }
    path.push({ kept, keepsText: TEXT_ELEMENTS.has(tag.local) || (parent?.keepsText ?? false) });
  });

  const addText = (characters: string) => {
    const open = path.at(-1);
    if (open === undefined || open.kept === null) return;
    if (open.keepsText) open.kept.children.push(characters);
    else if (characters.trim() !== "") findings.add("text");
  };
  parser.on("text", addText);
  parser.on("cdata", addText);

  parser.on("closetag", () => {
    const kept = path.pop()?.kept;
    if (kept?.name !== "style") return;
    const css = sanitiseStyleSheet(kept.children.join(""), findings);
    if (css === "") path.at(-1)?.kept?.children.pop();
    else kept.children = [css];
  });

  run(parser, text);
  if (root === null) throw notSvg();
  return root;
}

function run(parser: SaxesParser<{ xmlns: true }>, text: string): void {
  try {
    parser.write(text).close();
  } catch (cause) {
    if (cause instanceof UnsupportedFile) throw cause;
    const line = `near line ${parser.line}`;
    throw new UnsupportedFile("file_invalid", `This SVG is not well-formed XML, ${line}. Export it again.`, { cause });
  }
}

function requireSvgRoot(tag: SaxesTagNS): void {
  if (tag.local !== "svg") throw notSvg();
  if (tag.uri !== SVG_NAMESPACE) throw invalid(`has no xmlns="${SVG_NAMESPACE}" on its root element. Export it again`);
}

function isAllowed(tag: SaxesTagNS, parent: SvgElement | undefined, findings: Findings): boolean {
  const { name, local, uri } = tag;
  if (local.toLowerCase() === "script") findings.add("script", name);
  else if (uri === SVG_NAMESPACE && ANIMATION_ELEMENTS.has(local)) findings.add("animation", name);
  else if (uri !== SVG_NAMESPACE || !ELEMENTS.has(local) || TEXT_ONLY.has(parent?.name ?? ""))
    findings.add("element", name);
  else return true;
  return false;
}

function toElement(tag: SaxesTagNS, findings: Findings): SvgElement {
  return {
    name: tag.local,
    attributes: cleanAttributes(tag.local, Object.values(tag.attributes), findings),
    children: [],
  };
}

function notSvg(): UnsupportedFile {
  return new UnsupportedFile("file_type", "This file is not an SVG picture.");
}

function invalid(what: string): UnsupportedFile {
  return new UnsupportedFile("file_invalid", `This SVG ${what}.`);
}
