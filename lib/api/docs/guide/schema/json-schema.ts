import { openApiDocument } from "../../openapi-document";
import { EXAMPLE_BASE_URL } from "../examples";

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  description?: string;
  deprecated?: boolean;
  examples?: unknown[];
}

export type Components = Record<string, JsonSchema>;

const PREFIX = "#/components/schemas/";

/** @throws Error for a reference to a missing component */
export function namedComponent($ref: string, components: Components): { name: string; component: JsonSchema } {
  const name = $ref.slice(PREFIX.length);
  const component = components[name];
  if (!component) throw new Error(`${$ref} leads nowhere.`);
  return { name, component };
}

/** Name of the component a schema refers to, following aliases. */
export function referredTo(schema: JsonSchema, components: Components): string | null {
  if (!schema.$ref) return null;
  const { name, component } = namedComponent(schema.$ref, components);
  return referredTo(component, components) ?? name;
}

let document: ReturnType<typeof openApiDocument> | undefined;

/** The API's description with example URLs, made once because that is slow. */
export function exampleDocument() {
  document ??= openApiDocument(EXAMPLE_BASE_URL);
  return document;
}

export const components = (): Components => exampleDocument().components?.schemas as Components;

interface RenderedWebhook {
  post: { requestBody: { content: { "application/json": { schema: JsonSchema } } } };
}

export function webhookSchema(name: string): JsonSchema {
  const webhooks = exampleDocument().webhooks as Record<string, RenderedWebhook> | undefined;
  const found = webhooks?.[name];
  if (!found) throw new Error(`The webhook ${name} is not in the OpenAPI document.`);
  return found.post.requestBody.content["application/json"].schema;
}
