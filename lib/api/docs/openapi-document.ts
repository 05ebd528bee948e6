import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import {
  CREDENTIALS,
  type Credential,
  declared,
  ErrorEnvelope,
  type Example,
  type Operation,
  operations,
} from "@/lib/contract";
import { sizeLimitText } from "@/lib/platform/text";
import { exampleMessage, failuresOf } from "./error-texts";
import { budgetHeaders, commonHeaders, countedHeaders, headerReference, sharedHeaders } from "./openapi/headers";
import { overrideSchema, tidyReferences } from "./openapi/schema-override";
import { webhookObjects } from "./openapi/webhook-objects";

export const TAGS: Record<Operation["tag"] | "Webhooks", string> = {
  Tools: "Tools registered on the hub, and those that a brand can use.",
  Brands: "The caller's brands, and a brand's compiled identity (version 0).",
  Events:
    "Events that tools report to the hub. Version 1 is idempotent and reaches other tools; version 0 remains for older services.",
  Federation: "Short-lived tokens that tell a child tool its user and brand.",
  Bundle: "Everything a child tool needs to know about a brand, in one request (version 1).",
  Versions: "Every published version under its own address, as bytes that never change, with a signed proof.",
  "Hub-internal": "For the hub's scheduler and operators. Child tools never call these.",
  Documentation: "This API's documentation for programs and people.",
  Webhooks: "Requests that the hub sends to a tool's webhook URL.",
};

const JWT_CREDENTIALS: readonly Credential[] = ["session", "federation"];

/** In the words that linters of API descriptions search for. */
const JWT_PRACTICE =
  "Verified as RFC8725 advises: one algorithm, and the `typ`, issuer, audience and times of its kind.";

const isJwt = (name: string): boolean => JWT_CREDENTIALS.includes(name as Credential);

/** All kinds of credentials travel as `Authorization: Bearer`. */
const securitySchemes = Object.fromEntries(
  Object.entries(CREDENTIALS).map(([name, { title, description }]) => [
    name,
    {
      type: "http" as const,
      scheme: "bearer",
      ...(isJwt(name) && { bearerFormat: "JWT" }),
      description: `**${title}.** ${description}${isJwt(name) ? ` ${JWT_PRACTICE}` : ""}`,
    },
  ]),
);

/**
 * Each alternative is a separate requirement, a key's with its scope. An empty list means public; an empty
 * requirement makes credentials optional.
 */
function securityOf({ credentials, optionalCredentials = [], scope }: Operation): Record<string, string[]>[] {
  const requirements = [...credentials, ...optionalCredentials].map((credential) => ({
    [credential]: credential === "apiKey" && scope ? [scope] : [],
  }));
  return optionalCredentials.length > 0 ? [{}, ...requirements] : requirements;
}

/** A file, in terms that client generators recognise; the size is far above any. */
const FILE = { type: "string" as const, format: "binary", maxLength: 16 * 1024 * 1024 };

function headersOfFailure(operation: Operation, status: number) {
  return {
    ...commonHeaders(operation),
    // Failed credentials count for every operation.
    ...(status === 401 || status === 429 ? countedHeaders : budgetHeaders(operation)),
    ...(status === 401 && { "WWW-Authenticate": headerReference("WwwAuthenticate") }),
    ...(status === 429 && { "Retry-After": headerReference("RetryAfter") }),
    ...(status === 500 && { "Retry-After": { ...sharedHeaders.RetryAfter, required: false } }),
  };
}

function headersOfSuccess(operation: Operation) {
  const own = Object.entries(operation.response.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: "string" as const, maxLength: 200, pattern: "^[ -~]+$" } },
  ]);
  return {
    ...commonHeaders(operation),
    ...budgetHeaders(operation),
    ...(operation.etag && { ETag: headerReference("ETag") }),
    ...Object.fromEntries(own),
  };
}

function namedExamples(entries: readonly { title: string; value: unknown }[]) {
  return Object.fromEntries(
    entries.map(({ title, value }, index) => [`example${index + 1}`, { summary: title, value }]),
  );
}

function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { description, schema, mediaType = "application/json", mediaTypes = [mediaType] } = operation.response;
  const examples = operation.examples.map(({ title, response }) => ({ title, value: response }));
  const content = mediaTypes.map((type, index) => [
    type,
    {
      schema: type === "application/json" && schema ? schema : FILE,
      ...(index === 0 && examples.length > 0 && { examples: namedExamples(examples) }),
    },
  ]);
  const failures = failuresOf(operation).map(({ code, status, when }) => [
    String(status),
    {
      description: when,
      headers: headersOfFailure(operation, status),
      content: {
        "application/json": {
          schema: declared(ErrorEnvelope),
          example: { error: { code, message: exampleMessage(operation, code) } },
        },
      },
    },
  ]);
  return {
    ...(operation.redirect && {
      "302": {
        description: `If ${operation.redirect}`,
        headers: { ...commonHeaders(operation), ...budgetHeaders(operation), Location: headerReference("Location") },
      },
    }),
    ...(operation.etag && {
      "304": {
        description: "`If-None-Match` has the current response's ETag",
        headers: headersOfSuccess(operation),
      },
    }),
    "200": { description, headers: headersOfSuccess(operation), content: Object.fromEntries(content) },
    ...Object.fromEntries(failures),
  };
}

type Place = "path" | "query" | "header";

function exampleValue(examples: readonly Example[], place: Place, name: string): string | undefined {
  const request = examples[0]?.request;
  const values = place === "path" ? request?.params : place === "query" ? request?.query : request?.headers;
  return values?.[name];
}

/** Metadata of a field or of its optional type. */
const metaOf = (field: z.ZodType): z.GlobalMeta => ({
  ...(field instanceof z.ZodOptional && z.globalRegistry.get(field.unwrap() as z.ZodType)),
  ...z.globalRegistry.get(field),
});

function parametersIn(operation: Operation, place: Place, schema: z.ZodObject | undefined): z.ZodType[] {
  return Object.entries(schema?.shape ?? {}).map(([key, field]) => {
    const name = place === "header" ? headerName(key) : key;
    const { type, description } = metaOf(field as z.ZodType);
    const sent = exampleValue(operation.examples, place, name);
    const example = type === "integer" && sent !== undefined ? Number(sent) : sent;
    return (field as z.ZodType).meta({
      ...(description !== undefined && { description }),
      param: { name, in: place, ...(example !== undefined && { example }) },
    });
  });
}

/** Optional on each operation whose response has an ETag. */
const ifNoneMatch = (standsFor: string): z.ZodType =>
  z
    .string()
    .max(1000)
    .regex(/^[\x20-\x7e]*$/)
    .optional()
    .meta({
      description: `The \`ETag\` of the response you have. ${standsFor}.`,
      param: { name: "If-None-Match", in: "header", example: 'W/"7-29558038"' },
    });

function requestBodyOf({ body, examples }: Operation): ZodOpenApiOperationObject["requestBody"] {
  if (!body) return undefined;
  const bodies = examples.flatMap(({ title, request }) =>
    request?.body === undefined ? [] : [{ title, value: request.body }],
  );
  return {
    required: !body.emptyIsObject,
    description: `At most ${sizeLimitText(body.limitBytes)}.${body.emptyIsObject ? " Optional." : ""}`,
    content: {
      "application/json": { schema: body.schema, ...(bodies.length > 0 && { examples: namedExamples(bodies) }) },
    },
  };
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { deprecated } = operation;
  const parameters = [
    ...parametersIn(operation, "path", operation.params),
    ...parametersIn(operation, "query", operation.query),
    ...parametersIn(operation, "header", operation.headers),
    ...(operation.etag ? [ifNoneMatch(operation.etag)] : []),
  ];
  const requestBody = requestBodyOf(operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: deprecated
      ? `${operation.description}\n\n**Deprecated.** ${deprecated.note} Use \`${deprecated.successor}\`.`
      : operation.description,
    ...(deprecated && { deprecated: true }),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(operation),
  };
}

function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

type Rendered = ReturnType<typeof createDocument>;
type OpenApiDocument = { [Key in keyof Rendered]: Rendered[Key] };

export const DOCUMENT_VERSION = "1.0.0";

const DESCRIPTION = `Compiles a brand's identity once, versions it, and serves it to every tool that needs it.

- Every credential travels as \`Authorization: Bearer …\`, never in a query string or a browser.
- Every error has the same shape, \`{ "error": { "code", "message" } }\`; branch on \`code\`.
- Each credential can send 60 requests in any rolling minute and 2 at a time by default; beyond that it gets 429 with \`Retry-After\`. \`RateLimit-Policy\` has the credential's actual limits.
- A known path with another method returns 405 with \`Allow\` and the code \`bad_request\`, an unknown path 404.
- Clients must tolerate unknown keys.`;

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
 * The OpenAPI 3.1 description of the contract.
 * @param baseUrl the hub's address, without a trailing slash
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
      // The description is public; who can call the hub is the operator's decision.
      servers: [{ url: baseUrl, "x-internal": false }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths: paths(),
      webhooks: webhookObjects(),
      components: { securitySchemes, headers: sharedHeaders },
    },
    // An event's payload is a custom schema, whose keywords (`type: object`) the conversion doesn't see.
    { override: overrideSchema, allowEmptySchema: { custom: true } },
  );
  tidyReferences(document.components?.schemas);
  return document;
}

const texts = new Map<string, string>();

/** The description as JSON, made once per address because that is slow. */
export function openApiText(baseUrl: string): string {
  const text = texts.get(baseUrl) ?? JSON.stringify(openApiDocument(baseUrl));
  texts.set(baseUrl, text);
  return text;
}
