/** Safe HTML. Only `html` creates it, so nothing gets into a page unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = Markup | string | number | null | undefined | false | readonly Markup[];

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function toHtml(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  return typeof value === "number" ? String(value) : value.map(toHtml).join("");
}

/** Creates HTML and escapes every value for content and quoted attributes, unless it is `Markup`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(parts.map((part, index) => part + toHtml(values[index])).join(""));
}
