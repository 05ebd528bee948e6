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
import type { Findings, SvgElement } from "./tree";

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
