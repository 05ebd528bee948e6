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

/**
 * Puts `text` on the clipboard and tells whether that worked. Over plain http browsers offer no clipboard API; there it selects
 * the text in a field that stands beside `near` for a moment, so that a focus trap around `near` does not take the selection away.
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

/** The browser has begun to read a file by then. */
const READ_MS = 60_000;

export function saveFile(fileName: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_MS);
}

/** A path with those parameters that have a value, in the order given. */
export function pathWith(path: string, params: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Keeps a modal open when the press that would close it lands on a toast, also on one that this very press has removed. */
export function keepOpenForToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest("[data-toast]")) event.preventDefault();
}
