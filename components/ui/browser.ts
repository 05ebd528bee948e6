const listed = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Returns the kinds of an `accept` list as text: "PNG, JPEG or SVG". */
export const acceptedKinds = (accept: string): string =>
  listed.format(new Set(accept.split(",").map((rule) => rule.replace(/^.*[./]|\+xml$/g, "").toUpperCase())));

/** True if a file matches an `accept` list by extension or media type, as HTML defines. An empty list accepts all. */
export function acceptsFile(file: { name: string; type: string }, accept = ""): boolean {
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

/**
 * Copies `text` and returns whether that worked. Over plain http there is no clipboard API, so it selects the text in a
 * temporary field next to `near`, inside any focus trap around it.
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.setAttribute("aria-hidden", "true");
    field.style.cssText = "position:fixed;opacity:0;pointer-events:none";
    near.after(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    near.focus();
    return copied;
  }
}

/** By then the browser has started to read the file. */
const READ_MS = 60_000;

export function saveFile(fileName: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_MS);
}

/** Adds the parameters that have a value to a path, in order. */
export function pathWith(path: string, params: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Keeps a modal open when the click outside it is on a toast, even one that the click removed. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest("[data-toast]")) event.preventDefault();
}
