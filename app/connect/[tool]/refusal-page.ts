import { escapeHtml } from "@/lib/kernel/escape-html";
import { htmlPage } from "./html-page";

const TITLES: Record<number, string> = {
  400: "This link is not complete",
  401: "Your session has ended",
  403: "You can’t go on to this tool",
  404: "There is no such tool",
};

/** Says in words why nobody is handed off, and leads back to the hub. */
export function refusalPage(status: number, sentence: string): Response {
  const body = `<p>${escapeHtml(sentence)}</p>
<a class="button" href="/">Go to the hub</a>`;
  return htmlPage({ status, title: TITLES[status] ?? "Something went wrong", body });
}
