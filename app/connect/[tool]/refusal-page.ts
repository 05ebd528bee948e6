import { htmlPage } from "@/lib/api/html-page";
import { escapeHtml } from "@/lib/platform/text";

const TITLES: Record<number, string> = {
  403: "You can’t go on to this tool",
  404: "There is no such tool",
};

/** Says in words why nobody is handed off, and leads back to the hub. */
export function refusalPage(status: number, sentence: string): Response {
  const body = `<p>${escapeHtml(sentence)}</p>
<a class="button" href="/">Go to the hub</a>`;
  return htmlPage({ status, title: TITLES[status] ?? "Something went wrong", body });
}
