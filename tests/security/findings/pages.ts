import type { Finding } from "./finding";

const POLICY = "tests/security/content-policy.spec.ts";
const OPENAPI = "tests/security/openapi.test.ts";

export const PAGES: readonly Finding[] = [
  {
    found:
      "Whatever got into a page's HTML ran there: the policy of every page let inline scripts and event handlers run.",
    before:
      "Five of the parts ran (two inline scripts, two event handlers, a frame), three pictures were fetched from elsewhere, the form left.",
    now: "0 of 19 parts run, load or leave, on six pages of the hub and outside of it.",
    tests: [{ file: POLICY, title: "nothing that was written into a page runs there, sends or fetches" }],
  },
  {
    found: "The policy was one text for every page: each let pictures of any https host load, and forms leave for any.",
    before: "img-src https:, form-action https:, no COOP, no security.txt.",
    now: "A nonce for each answer; pictures of the hub alone, forms to the hub or nowhere; every screen keeps to its policy.",
    tests: [
      { file: POLICY, title: "each answer has a nonce of its own, and what its page shows and where its forms lead" },
      { file: POLICY, title: "no screen breaks its own policy, opened afresh or gone on to" },
      {
        file: "tests/security/page-headers.spec.ts",
        title: "keeps each page apart from other sites, and says where to report a hole",
      },
    ],
  },
  {
    found: "Next's picture optimiser, which no page uses, was open to anybody, and held to no limit of the hub's.",
    before: "GET /_next/image fetched what it was asked for, and answered 400 once it saw that it was SVG.",
    now: "404.",
    tests: [
      { file: "tests/security/page-headers.spec.ts", title: "has no endpoint that makes pictures anew for anybody" },
    ],
  },
  {
    found: "The OpenAPI description left limits unsaid, by Spectral's OWASP rules.",
    before: "1,341 remarks, 32 of them about what a request may carry.",
    now: "Each field of requests, answers and webhooks says its limit, but four lists that have none; the exceptions stand with their reasons in one list.",
    tests: [
      { file: OPENAPI, title: "keeps to the rules of Redocly, Spectral and OWASP but where an exception says why not" },
      { file: OPENAPI, title: "needs each of its exceptions, and each says why" },
    ],
  },
];
