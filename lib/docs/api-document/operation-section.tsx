import { CREDENTIALS, type Operation } from "@/lib/contract";
import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { failuresOf } from "../error-texts";
import { openApiDocument } from "../openapi-document";
import { sectionAnchor } from "./anchors";
import { curlExample, EXAMPLE_BASE_URL } from "./examples";
import type { Section } from "./parts/chapter-page";
import { CodeBlock } from "./parts/code-block";
import { FieldTable } from "./parts/field-table";
import { MinorHeading, RequestLine } from "./parts/headings";
import { Note, Paragraph } from "./parts/prose";
import { Table } from "./parts/table";
import { readableJson } from "./readable-json";
import { fieldRows, rootObjects } from "./schema/field-rows";
import type { JsonSchema } from "./schema/json-schema";
import { components } from "./schema/openapi-schemas";
import { noteWords, typeWords } from "./schema/words";

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
  const paths = openApiDocument(EXAMPLE_BASE_URL).paths as Record<string, Record<string, RenderedOperation>>;
  const found = paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not in the OpenAPI document.`);
  return found;
}

/** Anchor of an operation in the document. */
export const operationAnchor = ({ summary }: Operation) => sectionAnchor("operations", summary);

/** Who may call an operation, in words. */
export function credentialWords({ credentials, credentialInBody }: Operation): string {
  if (credentialInBody) return "The token in the body";
  return credentials.length === 0 ? "None" : credentials.map((name) => CREDENTIALS[name].title).join(" or ");
}

function Parameters({ operation, parameters }: { operation: Operation; parameters: Parameter[] }) {
  const credential =
    operation.credentials.length > 0
      ? [["Authorization", "header", "string", "yes", `\`Bearer\` and the credential: ${credentialWords(operation)}.`]]
      : [];
  const contentType = operation.body ? [["Content-Type", "header", "string", "yes", "`application/json`"]] : [];
  const rows = parameters.map(({ name, in: place, required, schema, example }) => [
    name,
    place,
    typeWords(schema, components()),
    required ? "yes" : "no",
    [noteWords(schema), example === undefined ? "" : `Example: \`${example}\`.`].join(" ").trim(),
  ]);
  const all = [...credential, ...contentType, ...rows];
  if (all.length === 0) return <Paragraph>None.</Paragraph>;
  return (
    <Table
      columns={[
        { title: "Name", width: 19, mono: true },
        { title: "In", width: 9 },
        { title: "Type", width: 15 },
        { title: "Required", width: 10 },
        { title: "Description and constraints", width: 47 },
      ]}
      rows={all}
    />
  );
}

function RequestBody({ operation, schema }: { operation: Operation; schema: JsonSchema }) {
  const { body } = operation;
  if (!body) return null;
  const optional = body.emptyIsObject ? " It may be left out." : "";
  return (
    <>
      <MinorHeading>Request body</MinorHeading>
      <Paragraph leadsIn>{`JSON, at most ${sizeLimitText(body.limitBytes)}.${optional}`}</Paragraph>
      {rootObjects(schema, components()).map(({ name, object }) => (
        <FieldTable key={name} rows={fieldRows(object, components())} presence="request" />
      ))}
    </>
  );
}

function SuccessBody({ schema }: { schema: JsonSchema | undefined }) {
  if (!schema) return null;
  const objects = rootObjects(schema, components());
  return objects.map(({ name, object }) => (
    <ResponseObject key={name} title={objects.length > 1 ? name : null} object={object} />
  ));
}

function ResponseObject({ title, object }: { title: string | null; object: JsonSchema }) {
  return (
    <>
      {title && <Paragraph leadsIn>{`**${title}**${object.description ? `. ${object.description}.` : ""}`}</Paragraph>}
      <FieldTable rows={fieldRows(object, components())} presence="answer" />
    </>
  );
}

function Responses({ operation, schema }: { operation: Operation; schema: JsonSchema | undefined }) {
  const { description, mediaType = "application/json", headers } = operation.response;
  return (
    <>
      <MinorHeading>Response 200</MinorHeading>
      <Paragraph leadsIn>{`${description}. \`${mediaType}\``}</Paragraph>
      {headers && (
        <Table
          columns={[
            { title: "Header", width: 25, mono: true },
            { title: "Description", width: 75 },
          ]}
          rows={Object.entries(headers)}
        />
      )}
      <SuccessBody schema={schema} />
    </>
  );
}

function Errors({ operation }: { operation: Operation }) {
  return (
    <>
      <MinorHeading>Errors</MinorHeading>
      <Table
        columns={[
          { title: "Status", width: 9 },
          { title: "Code", width: 19, mono: true },
          { title: "When", width: 72 },
        ]}
        rows={failuresOf(operation).map(({ status, code, when }) => [String(status), code, `${when}.`])}
      />
    </>
  );
}

function Examples({ operation }: { operation: Operation }) {
  if (operation.examples.length === 0) {
    return (
      <>
        <MinorHeading>Example</MinorHeading>
        <CodeBlock>{curlExample(operation)}</CodeBlock>
      </>
    );
  }
  return operation.examples.map((example) => (
    <OneExample key={example.title} operation={operation} example={example} />
  ));
}

function OneExample({ operation, example }: { operation: Operation; example: Operation["examples"][number] }) {
  return (
    <>
      <MinorHeading>{`Example: ${example.title}`}</MinorHeading>
      <CodeBlock>{curlExample(operation, example)}</CodeBlock>
      <CodeBlock>{readableJson(example.response)}</CodeBlock>
    </>
  );
}

/** One operation of the contract as a section: parameters, body, answer, errors, examples. */
export function operationSection(operation: Operation): Section {
  const { parameters = [], requestBody, responses } = rendered(operation);
  const { deprecated, method, path } = operation;
  const success = responses["200"].content["application/json"]?.schema;
  return {
    id: operationAnchor(operation),
    title: operation.summary,
    below: <RequestLine method={method} path={path} deprecated={deprecated !== undefined} />,
    large: true,
    body: (
      <>
        <Paragraph leadsIn={!deprecated}>{operation.description}</Paragraph>
        {deprecated && (
          <Note>{`Deprecated since ${deprecated.since.toISOString().slice(0, 10)}. ${deprecated.note} Use \`${deprecated.successor}\`.`}</Note>
        )}
        <MinorHeading>Parameters</MinorHeading>
        <Parameters operation={operation} parameters={parameters} />
        {requestBody && <RequestBody operation={operation} schema={requestBody.content["application/json"].schema} />}
        <Responses operation={operation} schema={success} />
        <Errors operation={operation} />
        <Examples operation={operation} />
      </>
    ),
  };
}
