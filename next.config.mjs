import { existsSync } from "node:fs";

/** For every page; `proxy.ts` adds the content policy with its nonce per response. */
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

/** For responses that skip `proxy.ts` and could be opened as pages: next-auth's pages and 404s of Next's files. */
const withoutScripts =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // `npm run check` checks types, including those of tests, so a start need not wait for that. The kit names its
  // files as Node requires (`./bundle.js`); Turbopack finds `bundle.ts` for them only under `nodenext`.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.next.json" },
  // Next's image optimiser would decode any public page's logo for anybody, and cache what signed URLs show for 30
  // minutes only.
  images: { unoptimized: true },
  // API paths are exact: a trailing slash is another path, not a redirect.
  skipTrailingSlashRedirect: true,
  // Vercel builds its own functions.
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
    // 5 MB of data that a chunk would parse and minify twice.
    "simple-icons",
  ],
  experimental: {
    // No one reads the server's source maps, which took 158 MB of a build.
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    // Minifying the server's code takes a third of a build and saves a fifth of the memory. `npm start` goes without.
    turbopackMinify: { server: !process.env.QUICK_BUILD, client: true },
    // Writing the cache takes a first build 9 s, so it is only on where a cache exists.
    turbopackFileSystemCacheForBuild: existsSync(".next/BUILD_ID"),
  },
  // Read by path at run time, which tracing can't see.
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
    "/setup/*": ["./lib/api/docs/generated/**"],
    "/llms.txt": ["./lib/api/docs/generated/**"],
  },
  // Turbopack follows re-exports past modules with side effects, and Swagger UI then fails on OpenAPI 3.1 ("refract
  // is not a function", vercel/next.js#86507). The CommonJS build of the same code works.
  turbopack: { resolveAlias: { "swagger-client/es/*": "swagger-client/lib/*" } },
  rewrites: async () => [{ source: "/docs/:page([a-z-]+)\\.md", destination: "/docs/markdown/:page" }],
  // Common guesses at the address, and setup links from before `/setup`.
  redirects: async () => [
    { source: "/hand-over/:token", destination: "/setup/:token", permanent: false },
    { source: "/openapi.json", destination: "/api/public/v1/docs/openapi.json", permanent: false },
    { source: "/api.pdf", destination: "/api/public/v1/docs/api.pdf", permanent: false },
  ],
  // The API, files and the hand-off page send their own headers, which these would override; their 404s don't.
  headers: async () => [
    { source: "/((?!api/public(?:/|$)|(?:files|connect)/[^/]+/?$).*)", headers: pageHeaders },
    // Other sites can show a public page's logos and link its style sheets.
    { source: "/p/:slug/logos/:logo", headers: [{ key: "Cross-Origin-Resource-Policy", value: "cross-origin" }] },
    { source: "/p/:slug/share-image", headers: [{ key: "Cross-Origin-Resource-Policy", value: "cross-origin" }] },
    { source: "/p/:slug/versions/:path*", headers: [{ key: "Cross-Origin-Resource-Policy", value: "cross-origin" }] },
    {
      source: "/(api/auth|_next|icon\\.svg)/:path*",
      headers: [{ key: "Content-Security-Policy", value: withoutScripts }],
    },
  ],
};

export default config;
