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
