import { randomBytes } from "node:crypto";
import { html, Markup } from "./html";

interface Document {
  status: number;
  title: string;
  body: Markup;
  /** Trusted CSS and script, without unchecked brand data. */
  style: string;
  script?: string;
  /** Origin of images, and of a form's redirect if the brand has changed. */
  hubOrigin?: string;
}

/** A page that runs only its own style and script and can't be framed. */
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
