import { existsSync } from "node:fs";

/** What every page says alike; its content policy has a nonce of each answer, which `proxy.ts` makes. */
const pageHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  },
];

/** For what never goes through `proxy.ts` and could yet be opened as a page: next-auth's own pages, and 404s of Next's files. */
const withoutScripts =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // `npm run check` checks the types, those of the tests too: a start need not wait for it.
  // The kit names its files as Node asks for (`./bundle.js`), and Turbopack looks for a `bundle.ts` under `nodenext` alone.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.next.json" },
  // Next's optimiser is off: it would decode any logo of a public page for anybody, and keep what a signed URL shows for half an hour only.
  images: { unoptimized: true },
  // The API's paths are taken to the letter: a slash too many is another path, not a redirect.
  skipTrailingSlashRedirect: true,
  // Vercel packs functions of its own.
  ...(process.env.VERCEL ? {} : { output: "standalone", outputFileTracingRoot: import.meta.dirname }),
  serverExternalPackages: [
    "@hyzyla/pdfium",
    "@microsoft/antissrf",
    "@node-rs/argon2",
    "@react-pdf/renderer",
    "@vercel/postgres",
    "@zxcvbn-ts/core",
    "@zxcvbn-ts/language-common",
    "fontkit",
    "ioredis",
    "nodemailer",
    "pg",
    "pino",
    "prom-client",
    "sharp",
    // 5 MB of data: as a chunk it would be parsed and minified twice.
    "simple-icons",
  ],
  experimental: {
    // Nobody reads the server's source maps, and the browser has none. They were 158 MB of a build.
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    // To write the cache takes a first build 9 s. It is worth that only where one is there to be kept up to date.
    turbopackFileSystemCacheForBuild: existsSync(".next/BUILD_ID"),
  },
  // Read by path at run time, which tracing cannot see.
  outputFileTracingIncludes: {
    "/**": [
      "./db/migrations/**",
      "./node_modules/geist/dist/fonts/geist-sans/Geist-{Regular,SemiBold,Bold}.ttf",
      "./node_modules/geist/dist/fonts/geist-mono/GeistMono-Regular.ttf",
      "./node_modules/@hyzyla/pdfium/dist/pdfium.wasm",
      "./node_modules/@fontsource/noto-sans/files/noto-sans-{latin-ext,vietnamese,cyrillic-ext,greek,greek-ext,devanagari}-{400,700}-normal.woff2",
      "./node_modules/@fontsource/noto-sans-symbols{,-2}/files/*-symbols-400-normal.woff2",
      "./node_modules/@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff2",
      "./node_modules/@fontsource/{noto-sans,noto-sans-symbols,noto-sans-symbols-2,noto-emoji,ibm-plex-sans-arabic,noto-sans-hebrew,noto-sans-thai,biz-udpgothic,nanum-gothic,zcool-xiaowei}/LICENSE",
      "./node_modules/@fontsource/ibm-plex-sans-arabic/files/*-arabic-{400,700}-normal.woff2",
      "./node_modules/@fontsource/noto-sans-hebrew/files/*-hebrew-{400,700}-normal.woff2",
      "./node_modules/@fontsource/noto-sans-thai/files/*-thai-{400,700}-normal.woff2",
      "./node_modules/@fontsource/biz-udpgothic/files/*-japanese-{400,700}-normal.woff2",
      "./node_modules/@fontsource/nanum-gothic/files/*-korean-{400,700}-normal.woff2",
      "./node_modules/@fontsource/zcool-xiaowei/files/*-chinese-simplified-400-normal.woff2",
    ],
    "/api/public/**": ["./lib/api/docs/generated/**"],
    "/contract-kit.tar.gz": ["./lib/api/docs/generated/**"],
    "/contract-kit.tgz": ["./lib/api/docs/generated/**"],
    "/contract": ["./lib/api/docs/generated/**"],
    "/contract/*": ["./lib/api/docs/generated/**"],
    "/r/contract.json": ["./lib/api/docs/generated/**"],
    "/b/*/developers/docs": ["./lib/api/docs/generated/**"],
    "/docs/**": ["./lib/api/docs/generated/**"],
    "/docs": ["./lib/api/docs/generated/**"],
    "/hand-over/*": ["./lib/api/docs/generated/**"],
    "/llms.txt": ["./lib/api/docs/generated/**"],
  },
  // Turbopack follows re-exports past modules that act when they are evaluated, without which Swagger UI cannot read OpenAPI 3.1
  // ("refract is not a function", vercel/next.js#86507). The same code as CommonJS is evaluated whole.
  turbopack: { resolveAlias: { "swagger-client/es/*": "swagger-client/lib/*" } },
  rewrites: async () => [{ source: "/docs/:page([a-z-]+)\\.md", destination: "/docs/markdown/:page" }],
  // Where people look first.
  redirects: async () => [
    { source: "/openapi.json", destination: "/api/public/v1/docs/openapi.json", permanent: false },
    { source: "/api.pdf", destination: "/api/public/v1/docs/api.pdf", permanent: false },
  ],
  // The API, the files and the hand-off page send headers of their own, which these would override; a 404 below them does not.
  headers: async () => [
    { source: "/((?!api/public(?:/|$)|(?:files|connect)/[^/]+/?$).*)", headers: pageHeaders },
    // A public page's logos may be shown anywhere.
    { source: "/p/:slug/logos/:logo", headers: [{ key: "Cross-Origin-Resource-Policy", value: "cross-origin" }] },
    { source: "/p/:slug/share-image", headers: [{ key: "Cross-Origin-Resource-Policy", value: "cross-origin" }] },
    {
      source: "/(api/auth|_next|icon\\.svg)/:path*",
      headers: [{ key: "Content-Security-Policy", value: withoutScripts }],
    },
  ],
};

export default config;
