import type { ZodOpenApiObject } from "zod-openapi";
import { webhooks } from "../webhook-catalogue";

export function webhookObjects(): NonNullable<ZodOpenApiObject["webhooks"]> {
  return Object.fromEntries(
    webhooks.map(({ name, summary, description, schema, headers, example }) => [
      name,
      {
        post: {
          operationId: `webhook:${name}`,
          tags: ["Webhooks"],
          summary,
          description,
          security: [],
          parameters: headers.map((header) => ({
            name: header.name,
            in: "header" as const,
            required: header.required ?? true,
            description: header.description,
            schema: { type: "string" as const, pattern: header.pattern, maxLength: header.maxLength },
            example: header.example,
          })),
          requestBody: {
            required: true,
            content: { "application/json": { schema, examples: { example1: { summary, value: example } } } },
          },
          responses: {
            "2XX": { description: "Received. The hub ignores the response body." },
            "410": { description: "Gone. The hub disables the subscription." },
            default: {
              description:
                "Any other response, including a redirect, is a failure. The hub retries with exponential backoff.",
            },
          },
        },
      },
    ]),
  );
}
