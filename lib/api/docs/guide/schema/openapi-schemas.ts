import { openApiDocument } from "../../openapi-document";
import { EXAMPLE_BASE_URL } from "../examples";
import type { Components, JsonSchema } from "./json-schema";

export const components = (): Components => openApiDocument(EXAMPLE_BASE_URL).components?.schemas as Components;

interface RenderedWebhook {
  post: { requestBody: { content: { "application/json": { schema: JsonSchema } } } };
}

export function webhookSchema(name: string): JsonSchema {
  const webhooks = openApiDocument(EXAMPLE_BASE_URL).webhooks as Record<string, RenderedWebhook> | undefined;
  const found = webhooks?.[name];
  if (!found) throw new Error(`The webhook ${name} is not in the OpenAPI document.`);
  return found.post.requestBody.content["application/json"].schema;
}
