import { CREDENTIALS, type Example, type Operation } from "@/lib/contract";
import { sizeLimitText } from "@/lib/platform/text";
import { failuresOf } from "../error-texts";
import { curlExample, pythonExample, typescriptExample } from "./examples";
import { code, fence, fieldTable, paragraphs, table } from "./markdown";
import { slugOf } from "./read-page";
import { readableJson } from "./readable-json";
import { fieldRows, noteWords, rootObjects, typeWords } from "./schema/field-rows";
import { components, exampleDocument, type JsonSchema } from "./schema/json-schema";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: string;
  schema: JsonSchema;
}

interface RenderedOperation {
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: { "application/json": { schema: JsonSchema } } };
  responses: { "200": { content: Record<string, { schema?: JsonSchema }> } };
}

function rendered({ path, method }: Operation): RenderedOperation {
  const paths = exampleDocument().paths as Record<string, Record<string, RenderedOperation>>;
  const found = paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the OpenAPI document.`);
  return found;
}

/** Fields that a response always has, one list per form; none if it isn't JSON. */
export function answerFields(operation: Operation): string[][] {
  const { schema } = rendered(operation).responses["200"].content["application/json"] ?? {};
  return schema ? rootObjects(schema, components()).map(({ object }) => object.required ?? []) : [];
}

/** True for operations that only the hub's scheduler and operators call. */
export const isHubInternal = ({ tag }: Operation): boolean => tag === "Hub-internal";

export const resourceId = (tag: Operation["tag"]): string =>
  tag === "Hub-internal" ? "hub-internal" : `operations-${slugOf(tag)}`;

export const operationLink = ({ tag, summary }: Operation): string =>
  `[${summary}](${resourceId(tag)}.md#${slugOf(summary)})`;

export function credentialWords({ credentials, credentialInBody, scope }: Operation): string {
  if (credentialInBody) return "The token in the body";
  const titles = credentials.map(
    (name) => `${CREDENTIALS[name].title}${name === "apiKey" ? ` with \`${scope}\`` : ""}`,
  );
  return credentials.length === 0 ? "None" : titles.join(" or ");
}

function parameterTable(operation: Operation, parameters: readonly Parameter[]): string {
  const { credentials, optionalCredentials = [] } = operation;
  const bearer = (required: string, whose: string) => [
    ["Authorization", "header", "string", required, `\`Bearer\` and ${whose}.`],
  ];
  const credential =
    credentials.length > 0
      ? bearer("yes", `the credential: ${credentialWords(operation)}`)
      : optionalCredentials.flatMap((name) => bearer("no", `your own credential: ${CREDENTIALS[name].title}`));
  const contentType = operation.body ? [["Content-Type", "header", "string", "yes", "`application/json`"]] : [];
  const declared = parameters.map(({ name, in: place, required, schema, example }) => [
    name,
    place,
    typeWords(schema, components()),
    required ? "yes" : "no",
    [noteWords(schema), example === undefined ? "" : `Example: \`${example}\`.`].join(" ").trim(),
  ]);
  const rows = [...credential, ...contentType, ...declared];
  if (rows.length === 0) return "None.";
  return table(
    { Name: 19, In: 9, Type: 15, Required: 10, "Description and constraints": 47 },
    rows.map(([name = "", ...cells]) => [code(name), ...cells]),
  );
}

function requestBody({ body }: Operation, schema: JsonSchema | undefined): string {
  if (!body || !schema) return "";
  const optional = body.emptyIsObject ? " Optional." : "";
  return paragraphs([
    "### Request body",
    `JSON, at most ${sizeLimitText(body.limitBytes)}.${optional}`,
    ...rootObjects(schema, components()).map(({ object }) => fieldTable(fieldRows(object, components()), "request")),
  ]);
}

function responseBody(schema: JsonSchema | undefined): string {
  if (!schema) return "";
  const objects = rootObjects(schema, components());
  return paragraphs(
    objects.flatMap(({ name, object }) => [
      objects.length > 1 && name && `**${name}**${object.description ? `. ${object.description}.` : ""}`,
      fieldTable(fieldRows(object, components()), "answer"),
    ]),
  );
}

function response(operation: Operation, schema: JsonSchema | undefined): string {
  const { description, mediaType = "application/json", mediaTypes = [mediaType], headers } = operation.response;
  return paragraphs([
    "### Response 200",
    `${description}. ${mediaTypes.map(code).join(", ")}`,
    headers &&
      table(
        { Header: 25, Description: 75 },
        Object.entries(headers).map(([name, words]) => [code(name), words]),
      ),
    responseBody(schema),
    operation.redirect && `**302** if ${operation.redirect}.`,
    operation.etag && "**304** without a body if `If-None-Match` has the response's `ETag`.",
  ]);
}

const failures = (operation: Operation): string =>
  paragraphs([
    "### Errors",
    table(
      { Status: 9, Code: 19, When: 72 },
      failuresOf(operation).map(({ status, code: name, when }) => [String(status), code(name), `${when}.`]),
    ),
  ]);

const requests = (operation: Operation, example?: Example): string[] => [
  fence("sh", curlExample(operation, example)),
  fence("ts", typescriptExample(operation, example)),
  fence("python", pythonExample(operation, example)),
];

function examples(operation: Operation): string {
  if (operation.examples.length === 0) return paragraphs(["### Example", ...requests(operation)]);
  return paragraphs(
    operation.examples.flatMap((example) => [
      `### Example: ${example.title}`,
      ...requests(operation, example),
      typeof example.response === "string"
        ? fence(operation.response.mediaTypes?.[0]?.split("/")[1] ?? "", example.response.trimEnd())
        : fence("json", readableJson(example.response)),
    ]),
  );
}

export const operationEntry = (operation: Operation): string =>
  paragraphs([
    `## ${operation.summary}`,
    fence("http", `${operation.method} ${operation.path}`),
    operation.description,
    `Parameters, responses, errors and examples: ${operationLink(operation)}.`,
  ]);

export function operationText(operation: Operation): string {
  const { parameters = [], requestBody: body, responses } = rendered(operation);
  const { deprecated, method, path } = operation;
  const since = deprecated?.since.toISOString().slice(0, 10);
  return paragraphs([
    `## ${operation.summary}`,
    fence("http", `${method} ${path}`),
    operation.description,
    deprecated && `> Deprecated since ${since}. ${deprecated.note} Use \`${deprecated.successor}\`.`,
    "### Parameters",
    parameterTable(operation, parameters),
    requestBody(operation, body?.content["application/json"].schema),
    response(operation, responses["200"].content["application/json"]?.schema),
    failures(operation),
    examples(operation),
  ]);
}
