import { copyText } from "@/components/ui/copy-text";
import type { MailSignature } from "@/lib/showcase";

/** Puts a signature on the clipboard with its looks, or as text where the browser copies nothing else; tells what became of it. */
export async function copySignature(
  { html, text }: MailSignature,
  near: HTMLElement,
): Promise<"formatted" | "plain" | "failed"> {
  try {
    const forms = { "text/html": html, "text/plain": text };
    const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })] as const);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    return "formatted";
  } catch {
    return (await copyText(text, near)) ? "plain" : "failed";
  }
}
