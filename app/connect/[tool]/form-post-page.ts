import { htmlPage } from "@/lib/api/html-page";
import type { ConnectedTool } from "@/lib/integrations";
import { escapeHtml } from "@/lib/platform/text";

interface FormPost {
  title: string;
  sentence: string;
  button: string;
  /** Only the tool's registered URL is allowed here. */
  connectUrl: ConnectedTool["connectUrl"];
  fields: Record<string, string>;
}

const hidden = ([name, value]: [string, string]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

/**
 * A page that posts its fields to the tool, so they never appear in a URL (OAuth 2.0 Form Post Response Mode).
 * Without scripts the person presses the button.
 */
export function formPostPage({ title, sentence, button, connectUrl, fields }: FormPost): Response {
  const body = `<p>${escapeHtml(sentence)}</p>
<form method="post" action="${escapeHtml(connectUrl.href)}">
${Object.entries(fields).map(hidden).join("\n")}
<button type="submit">${escapeHtml(button)}</button>
</form>`;
  const script = "document.forms[0].submit()";
  return htmlPage({ status: 200, title, body, script, formTarget: connectUrl.origin });
}
