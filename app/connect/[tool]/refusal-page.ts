import { htmlPage } from "@/lib/api/html-page";
import { escapeHtml } from "@/lib/platform/text";

const TITLES: Record<number, string> = {
  403: "You can’t continue to this tool",
  404: "Tool not found",
};

export function refusalPage(status: number, sentence: string): Response {
  const body = `<p>${escapeHtml(sentence)}</p>
<a class="button" href="/">Go to the hub</a>`;
  return htmlPage({ status, title: TITLES[status] ?? "Something went wrong", body });
}
