import type { HandOff } from "@/lib/federation";
import { escapeHtml } from "@/lib/kernel/escape-html";
import { htmlPage } from "./html-page";

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

/**
 * The page that posts token, `expires_at` and `state` to the tool's registered connect URL as soon as it is there, and by a
 * button where scripts are off: the token never stands in a URL (OAuth 2.0 Form Post Response Mode).
 */
export function handOffPage({ tool, brand, connectUrl, token, expiresAtSeconds }: HandOff, state: string): Response {
  const fields = [hidden("token", token), hidden("expires_at", String(expiresAtSeconds)), hidden("state", state)];
  const body = `<p>You go on to ${escapeHtml(tool.name)} for ${escapeHtml(brand.name)}.</p>
<form method="post" action="${escapeHtml(connectUrl.href)}">
${fields.join("\n")}
<button type="submit">Continue to ${escapeHtml(tool.name)}</button>
</form>`;
  const script = "document.forms[0].submit()";
  return htmlPage({ status: 200, title: `Connecting to ${tool.name}`, body, script, formTarget: connectUrl.origin });
}
