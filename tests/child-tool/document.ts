import { randomBytes } from "node:crypto";
import { html, Markup } from "./html";

interface Document {
  status: number;
  title: string;
  body: Markup;
  /** CSS and script of our own making: nothing of a brand stands in them unchecked. */
  style: string;
  script?: string;
  /** Where pictures come from, and where a form may end up when the brand has changed meanwhile. */
  hubOrigin?: string;
}

/** A whole page on which only its own style and script run, and which no other page can frame. */
export function documentOf({ status, title, body, style, script, hubOrigin }: Document): Response {
  const nonce = randomBytes(16).toString("base64");
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${new Markup(style)}</style>
</head>
${body}
${script ? html`<script nonce="${nonce}">${new Markup(script)}</script>` : null}
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src ${script ? `'nonce-${nonce}'` : "'none'"}`,
    `img-src ${hubOrigin ?? "'none'"}`,
    "connect-src 'self'",
    `form-action 'self' ${hubOrigin ?? ""}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(page.text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy.join("; "),
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}
