import { createHash } from "node:crypto";
import { aboutPage } from "./guide";
import type { GuidePage } from "./guide/pages";

const tags = new Map<string | Uint8Array, string>();

export function documentTag(content: string | Uint8Array): string {
  const known = tags.get(content);
  if (known) return known;
  const tag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  tags.set(content, tag);
  return tag;
}

const OPENAPI = "/api/public/v1/docs/openapi.json";
const PDF = "/api/public/v1/docs/api.pdf";

/** The documentation's `llms.txt` (llmstxt.org), which lists each page as Markdown. */
export function llmsText(baseUrl: string, pages: readonly GuidePage[]): string {
  const lines = pages.map((page) => `- [${page.title}](${baseUrl}/docs/${page.id}.md): ${aboutPage(page)}`);
  return [
    "# Brand Identity Hub",
    "",
    "> HTTP API for services and child tools: read a brand's identity, receive signed webhooks when it changes, and report events.",
    "",
    "## Documentation",
    "",
    ...lines,
    "",
    "## For machines",
    "",
    `- [OpenAPI 3.1](${baseUrl}${OPENAPI}): every operation, schema and webhook.`,
    `- [Collection](${baseUrl}/api.postman_collection.json): every request, for Postman and Bruno.`,
    `- [Contract kit](${baseUrl}/contract/contract.ts): one TypeScript file to copy into a tool; \`npx shadcn add ${baseUrl}/r/contract.json\` or \`npm install ${baseUrl}/contract-kit.tgz\`.`,
    `- [Python kit](${baseUrl}/contract/brand-identity-hub-python.tar.gz): standard library only, to copy into a tool.`,
    "",
  ].join("\n");
}

/** Link set of the API's descriptions (RFC 9727, JSON of RFC 9264). */
export const apiCatalog = (baseUrl: string) => ({
  linkset: [
    {
      anchor: `${baseUrl}/api/public`,
      "service-desc": [{ href: `${baseUrl}${OPENAPI}`, type: "application/json" }],
      "service-doc": [
        { href: `${baseUrl}/docs`, type: "text/html" },
        { href: `${baseUrl}${PDF}`, type: "application/pdf" },
      ],
      status: [{ href: `${baseUrl}/api/ready`, type: "application/json" }],
    },
  ],
});
