/** Tells the frame of every page the nonce of its scripts: set by `proxy.ts` on every page request. */
export const NONCE_HEADER = "x-hub-nonce";

/** Whose headers are all in the hands of their own routes: the page that hands off to a tool. */
const HAS_OWN_POLICY = /^\/connect\/[^/]+\/?$/;

/** What a page shows and where its forms lead. Whatever page a reader goes on to without a fresh load keeps these. */
interface Reach {
  images: string;
  forms: string;
}

/** The editors show files before they are uploaded (`blob:`), Swagger UI brings icons in its style sheet (`data:`). */
const HUB: Reach = { images: "'self' data: blob:", forms: "'self'" };

/** Pages for people outside, which lead into the hub by a fresh load alone. */
const OUTSIDE: [path: RegExp, reach: Reach][] = [
  [/^\/sign-in\/?$/, { images: "'self'", forms: "'self'" }],
  [/^\/docs(\/|$)/, { images: "'self'", forms: "'self'" }],
  [/^\/p\//, { images: "'self'", forms: "'none'" }],
];

/**
 * The content security policy of the page at a path, or null where the route sends its own. Scripts run by the nonce of this one answer,
 * and what they load themselves; attributes may hold styles but never scripts (docs/adr/0021-content-policy-by-nonce.md).
 */
export function pagePolicy(path: string, { nonce, isDevelopment }: { nonce: string; isDevelopment: boolean }) {
  if (HAS_OWN_POLICY.test(path)) return null;
  const { images, forms } = OUTSIDE.find(([pattern]) => pattern.test(path))?.[1] ?? HUB;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "script-src-attr 'none'",
    // Next's overlay for whoever develops makes style elements without a nonce.
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
