import type { SaxesAttributeNS } from "saxes";
import { ATTRIBUTES, PLAIN_ATTRIBUTES, XLINK_NAMESPACE, XML_NAMESPACE } from "./allow-list";
import { sanitiseDeclarations, staysInside } from "./css";
import type { Findings } from "./findings";

const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
const FRAGMENT = /^#[^\s]+$/;
const EMBEDDED_PICTURE = /^data:image\/(?:png|jpe?g|webp);base64,/i;

/** Gives the attributes an element may keep, by the name they are written with; what is left out goes to the findings. */
export function cleanAttributes(
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
