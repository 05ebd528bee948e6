import { randomBytes } from "node:crypto";
import type { RateLimited } from "@/lib/platform/errors";
import { escapeHtml } from "@/lib/platform/output-text";

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 ui-sans-serif, system-ui, sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; justify-items: center; padding: 1.25rem; box-sizing: border-box; text-align: center }
main { max-width: 26rem }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .5rem }
p { margin: 0 0 1.25rem; overflow-wrap: anywhere }
button, a.button { display: inline-block; font: inherit; font-weight: 500; padding: .45rem .9rem; border: 1px solid; border-radius: .5rem; background: light-dark(#191918, #f2f2f1); color: light-dark(#fff, #191918); text-decoration: none; cursor: pointer }
:focus-visible { outline: 2px solid light-dark(#2f5bd0, #9db7ff); outline-offset: 2px }
`;

interface HtmlPage {
  status: number;
  title: string;
  /** HTML whose external content is already escaped. */
  body: string;
  script?: string;
  /** The only origin that a form can be sent to, and through which it can return; none by default. */
  formTarget?: string;
}

/**
 * A small page outside the hub's frame with strict headers: it runs only its own style and script, can't be framed
 * or stored, and sends no referrer.
 */
export function htmlPage({ status, title, body, script, formTarget }: HtmlPage): Response {
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src ${script === undefined ? "'none'" : `'nonce-${nonce}'`}`,
    // Browsers apply this to each redirect after the form too: a tool may send its user on to the next hand-off.
    `form-action ${formTarget === undefined ? "'none'" : `${formTarget} 'self'`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Brand Identity Hub</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
${script === undefined ? "" : `<script nonce="${nonce}">${script}</script>\n`}</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy.join("; "),
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  });
}

const TRY_AGAIN = '<a class="button" href="">Try again</a>';

function laterPage(page: Omit<HtmlPage, "body">, text: string, retryAfterSeconds: number): Response {
  const response = htmlPage({ ...page, body: `<p>${escapeHtml(text)}</p>\n${TRY_AGAIN}` });
  response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

export const databaseAwayPage = (): Response =>
  laterPage(
    { status: 503, title: "The hub is temporarily unavailable" },
    "Its database isn’t responding. Your saved work is safe. If this lasts for more than a few minutes, contact your administrator.",
    10,
  );

export const tooManyPagesPage = ({ message, retryAfterSeconds }: RateLimited): Response =>
  laterPage({ status: 429, title: "Too many requests" }, message, retryAfterSeconds);

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

type RouteHandler = (request: Request) => Promise<Response>;

/** A Next route file's exports with one handler for all methods, which refuses those not allowed. */
export const everyMethod = (handle: RouteHandler): Record<(typeof METHODS)[number], RouteHandler> =>
  Object.fromEntries(METHODS.map((method) => [method, handle])) as Record<(typeof METHODS)[number], RouteHandler>;
