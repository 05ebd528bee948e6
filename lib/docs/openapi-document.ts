import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { type Operation, operations } from "@/lib/contract";
import { sharedHeaders } from "./openapi/headers";
import { operationObject } from "./openapi/operation-object";
import { overrideSchema, tidyReferences } from "./openapi/schema-override";
import { securitySchemes } from "./openapi/security";
import { webhookObjects } from "./openapi/webhook-objects";
import { TAGS } from "./tags";

type Rendered = ReturnType<typeof createDocument>;
/** An OpenAPI 3.1 document, ready for `JSON.stringify`. */
export type OpenApiDocument = { [Key in keyof Rendered]: Rendered[Key] };

/** It stays while the contract only grows. */
export const DOCUMENT_VERSION = "1.0.0";

const DESCRIPTION = `Compiles a brand's identity once, versions it, and serves it to every tool that needs it.

- Every credential travels as \`Authorization: Bearer …\`, never in a query string, never in a browser.
- Every failure has one shape, \`{ "error": { "code", "message" } }\`; branch on \`code\`.
- By default 60 requests in any rolling minute and 2 at a time for each credential; beyond that 429 with \`Retry-After\`. A credential may have a budget of its own: \`RateLimit-Policy\` tells it.
- A known path with another method is answered 405 with \`Allow\` and the code \`bad_request\`, an unknown path 404.
- Readers tolerate keys they do not know.`;

function paths(): ZodOpenApiPathsObject {
  const byPath: ZodOpenApiPathsObject = {};
  for (const operation of Object.values<Operation>(operations)) {
    byPath[operation.path] = {
      ...byPath[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation),
    };
  }
  return byPath;
}

/**
 * The OpenAPI 3.1 description of exactly the operations of the contract, made from their declarations.
 * @param baseUrl where the hub is reached, without a trailing slash; paths are whole (`/api/public/…`)
 */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Brand Identity Hub API",
        version: DOCUMENT_VERSION,
        description: DESCRIPTION,
        contact: { name: "Brand Identity Hub", url: baseUrl },
        license: { name: "Proprietary", url: `${baseUrl}/docs/versioning#licence` },
      },
      externalDocs: {
        description: "The same as a document to read (PDF)",
        url: `${baseUrl}/api/public/v1/docs/api.pdf`,
      },
      // The description is for everybody; who may call the hub that it describes is for whoever runs it.
      servers: [{ url: baseUrl, "x-internal": false }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths: paths(),
      webhooks: webhookObjects(),
      components: { securitySchemes, headers: sharedHeaders },
    },
    // An event's payload is a custom schema whose own words (`type: object`) stand a step outside of it.
    { override: overrideSchema, allowEmptySchema: { custom: true } },
  );
  tidyReferences(document.components?.schemas);
  return document;
}

const texts = new Map<string, string>();

/** The description as JSON text; made once for each address, since making it takes longer than any other answer. */
export function openApiText(baseUrl: string): string {
  const text = texts.get(baseUrl) ?? JSON.stringify(openApiDocument(baseUrl));
  texts.set(baseUrl, text);
  return text;
}
