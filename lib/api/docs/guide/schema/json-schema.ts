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
