const isDevelopment = process.env.NODE_ENV === "development";

/**
 * Next's own scripts stand inline in the page, hence 'unsafe-inline'; a nonce would need a proxy in front of every page.
 * Forms may leave for other hosts: the hand-off page posts to a tool, and signing in leads to GitHub or Google.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http://localhost:*",
  "font-src 'self' data:",
  `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
  "frame-ancestors 'none'",
].join("; ");

const pageHeaders = [
  { key: "Content-Security-Policy", value: contentSecurityPolicy },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  },
];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // `npm run check` checks the types, those of the tests too: a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // The API's paths are taken to the letter: a slash too many is another path, not a redirect.
  skipTrailingSlashRedirect: true,
  // Vercel packs functions of its own.
  ...(process.env.VERCEL ? {} : { output: "standalone", outputFileTracingRoot: import.meta.dirname }),
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@microsoft/antissrf",
    "@node-rs/argon2",
    "@react-pdf/renderer",
    "@vercel/postgres",
    "pg",
    "pino",
    "sharp",
  ],
  // Read by path at run time, which tracing cannot see.
  outputFileTracingIncludes: {
    "/**": ["./db/migrations/**"],
    "/api/public/**": ["./lib/docs/generated/**"],
    "/contract-kit.tar.gz": ["./lib/contract/**"],
    "/b/*/developers/docs": ["./lib/contract/**"],
  },
  // Turbopack follows re-exports past modules that act when they are evaluated, without which Swagger UI cannot read OpenAPI 3.1
  // ("refract is not a function", vercel/next.js#86507). The same code as CommonJS is evaluated whole.
  turbopack: { resolveAlias: { "swagger-client/es/*": "swagger-client/lib/*" } },
  // The API, the files and the hand-off page send headers of their own, which these would override; a 404 below them does not.
  headers: async () => [{ source: "/((?!api/public(?:/|$)|(?:files|connect)/[^/]+/?$).*)", headers: pageHeaders }],
};

export default config;
