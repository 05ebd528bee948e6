import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { Example, Operation } from "@/lib/contract";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { namedExamples, responsesOf } from "./responses";
import { securityOf } from "./security";

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
