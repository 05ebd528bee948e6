import type { ZodOpenApiResponsesObject } from "zod-openapi";
import { declared, ErrorEnvelope, type Operation } from "@/lib/contract";
import { exampleMessage, failuresOf } from "../error-texts";
import { budgetHeaders, commonHeaders, countedHeaders, headerReference, sharedHeaders } from "./headers";

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
export function namedExamples(entries: readonly { title: string; value: unknown }[]) {
  return Object.fromEntries(
    entries.map(({ title, value }, index) => [`example${index + 1}`, { summary: title, value }]),
  );
}

/** The 200 of an operation and each of its failures, in the one envelope. */
export function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
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
