type FileKind = { name: string; type: string };

const listed = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** The kinds of an `accept` list for people: "PNG, JPEG or SVG". */
export const acceptedKinds = (accept: string): string =>
  listed.format(new Set(accept.split(",").map((rule) => rule.replace(/^.*[./]|\+xml$/g, "").toUpperCase())));

/** Whether a file fits an `accept` list (".svg,image/*,application/pdf"), by its extension or media type as the HTML standard says; an empty list takes all. */
export function acceptsFile(file: FileKind, accept = ""): boolean {
  const rules = accept
    .split(",")
    .map((rule) => rule.trim().toLowerCase())
    .filter(Boolean);
  const type = file.type.toLowerCase();
  return (
    rules.length === 0 ||
    rules.some((rule) => {
      if (rule.startsWith(".")) return file.name.toLowerCase().endsWith(rule);
      return rule.endsWith("/*") ? type.startsWith(rule.slice(0, -1)) : type === rule;
    })
  );
}
