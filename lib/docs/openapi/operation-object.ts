import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { declared, ErrorEnvelope, type Example, type Operation } from "@/lib/contract";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { exampleMessage, failuresOf } from "../error-texts";
import { budgetHeaders, commonHeaders, countedHeaders, headerReference, sharedHeaders } from "./headers";
import { securityOf } from "./security";

/** A file, in the words by which generated clients know it for one; the size is far above any. */
const FILE = { type: "string" as const, format: "binary", maxLength: 16 * 1024 * 1024 };

function headersOfFailure(operation: Operation, status: number) {
  return {
    ...commonHeaders(operation),
    // Failed credentials are counted, whatever the operation.
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

/** Examples by a key that says which answer it is. */
function namedExamples(entries: readonly { title: string; value: unknown }[]) {
  return Object.fromEntries(
    entries.map(({ title, value }, index) => [`example${index + 1}`, { summary: title, value }]),
  );
}

/** The 200 of an operation and each of its failures, in the one envelope. */
function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const { description, schema, mediaType = "application/json" } = operation.response;
  const examples = operation.examples.map(({ title, response }) => ({ title, value: response }));
  const content = { schema: schema ?? FILE, ...(examples.length > 0 && { examples: namedExamples(examples) }) };
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
    ...(operation.etag && {
      "304": {
        description: "`If-None-Match` names the answer that would be given",
        headers: headersOfSuccess(operation),
      },
    }),
    "200": { description, headers: headersOfSuccess(operation), content: { [mediaType]: content } },
    ...Object.fromEntries(failures),
  };
}

type Place = "path" | "query" | "header";

function exampleValue(examples: readonly Example[], place: Place, name: string): string | undefined {
  const request = examples[0]?.request;
  const values = place === "path" ? request?.params : place === "query" ? request?.query : request?.headers;
  return values?.[name];
}

/** What a field says of itself, or what may be left out does. */
const saidOf = (field: z.ZodType): z.GlobalMeta => ({
  ...(field instanceof z.ZodOptional && z.globalRegistry.get(field.unwrap() as z.ZodType)),
  ...z.globalRegistry.get(field),
});

function parametersIn(operation: Operation, place: Place, schema: z.ZodObject | undefined): z.ZodType[] {
  return Object.entries(schema?.shape ?? {}).map(([key, field]) => {
    const name = place === "header" ? headerName(key) : key;
    const { type, description } = saidOf(field as z.ZodType);
    const sent = exampleValue(operation.examples, place, name);
    const example = type === "integer" && sent !== undefined ? Number(sent) : sent;
    return (field as z.ZodType).meta({
      ...(description !== undefined && { description }),
      param: { name, in: place, ...(example !== undefined && { example }) },
    });
  });
}

/** Optional on each operation whose answer has a tag. */
const ifNoneMatch = (standsFor: string): z.ZodType =>
  z
    .string()
    .max(1000)
    .regex(/^[\x20-\x7e]*$/)
    .optional()
    .meta({
      description: `The \`ETag\` of the answer that you have. ${standsFor}.`,
      param: { name: "If-None-Match", in: "header", example: 'W/"7-29558038"' },
    });

function requestBodyOf({ body, examples }: Operation): ZodOpenApiOperationObject["requestBody"] {
  if (!body) return undefined;
  const bodies = examples.flatMap(({ title, request }) =>
    request?.body === undefined ? [] : [{ title, value: request.body }],
  );
  return {
    required: !body.emptyIsObject,
    description: `At most ${sizeLimitText(body.limitBytes)}.${body.emptyIsObject ? " May be left out." : ""}`,
    content: {
      "application/json": { schema: body.schema, ...(bodies.length > 0 && { examples: namedExamples(bodies) }) },
    },
  };
}

/** One operation of the contract as an OpenAPI operation object. */
export function operationObject(operation: Operation): ZodOpenApiOperationObject {
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

/** The written form of a header that the contract declares in lower case: `x-tool-slug` → `X-Tool-Slug`. */
function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
