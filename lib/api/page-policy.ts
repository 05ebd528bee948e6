/** Carries the nonce of a page's scripts; `proxy.ts` sets it on every page request. */
export const NONCE_HEADER = "x-hub-nonce";

/** The hand-off page to a tool sends its own headers. */
const HAS_OWN_POLICY = /^\/connect\/[^/]+\/?$/;

/** Sources of images and targets of forms. Client-side navigation keeps the first page's. */
interface Reach {
  images: string;
  forms: string;
}

/** Editors preview files before upload (`blob:`); Swagger UI has icons in its style sheet (`data:`). */
const HUB: Reach = { images: "'self' data: blob:", forms: "'self'" };

/** Pages for outsiders, which enter the hub only by a full page load. */
const OUTSIDE: [path: RegExp, reach: Reach][] = [
  [/^\/sign-in\/?$/, { images: "'self'", forms: "'self'" }],
  [/^\/docs(\/|$)/, { images: "'self'", forms: "'self'" }],
  [/^\/p\//, { images: "'self'", forms: "'none'" }],
];

/**
 * The content security policy for a page, or null if its route sends its own. Scripts need this response's nonce or
 * a script that has it; attributes can contain styles, never scripts (docs/adr/0021-content-policy-by-nonce.md).
 */
export function pagePolicy(path: string, { nonce, isDevelopment }: { nonce: string; isDevelopment: boolean }) {
  if (HAS_OWN_POLICY.test(path)) return null;
  const { images, forms } = OUTSIDE.find(([pattern]) => pattern.test(path))?.[1] ?? HUB;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "script-src-attr 'none'",
    // Next's development overlay creates style elements without a nonce.
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${images}`,
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
  ].join("; ");
}
