import type { Credential, Example, Operation } from "@/lib/contract";
import { readableJson } from "./readable-json";

export const EXAMPLE_BASE_URL = "https://hub.example.com";

export const TOKEN_VARIABLES: Record<Credential, string> = {
  apiKey: "HUB_API_KEY",
  session: "HUB_SESSION_TOKEN",
  federation: "FEDERATION_TOKEN",
  childApp: "HUB_TOKEN",
  dispatch: "WEBHOOK_DISPATCH_SECRET",
  cron: "CRON_SECRET",
};

function urlOf(operation: Operation, request: Example["request"]): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (whole, name: string) => request?.params?.[name] ?? whole);
  return `${EXAMPLE_BASE_URL}${path}`;
}

/** The credential of an example: a tool's if it takes one. Optional ones are sent if the example names the tool. */
export const credentialOf = (
  { credentials, optionalCredentials = [] }: Operation,
  { headers }: NonNullable<Example["request"]> = {},
): Credential | undefined =>
  credentials.includes("childApp") ? "childApp" : (credentials[0] ?? (headers && optionalCredentials[0]));

function headersOf(operation: Operation, request: Example["request"]): [name: string, value: string][] {
  const credential = credentialOf(operation, request);
  return Object.entries({
    ...(credential && { Authorization: `Bearer $${TOKEN_VARIABLES[credential]}` }),
    ...request?.headers,
    ...(request?.headers?.["X-Tool-Slug"] && { "X-Tool-Slug": "$HUB_TOOL" }),
    ...(request?.body !== undefined && { "Content-Type": "application/json" }),
  });
}

/** Header lines for TypeScript or Python, which read variables differently. */
const headerLines = (headers: [name: string, value: string][], read: (text: string) => string) =>
  headers.map(([name, value]) => `"${name}": ${value.includes("$") ? read(value) : JSON.stringify(value)},`);

const indented = (lines: readonly string[], by: string) => lines.join("\n").replaceAll(/^/gm, by);

const urlWithQuery = (operation: Operation, request: Example["request"]) =>
  `"${urlOf(operation, request)}${request?.query ? `?${new URLSearchParams(request.query)}` : ""}"`;

const isFile = ({ response }: Operation) => response.schema === undefined;

const fileNameOf = (request: Example["request"]) =>
  request?.params?.format ?? (request?.query?.task ? "context.md" : "api.pdf");

export function typescriptExample(operation: Operation, { request }: Partial<Example> = {}): string {
  const headers = headerLines(
    headersOf(operation, request),
    (text) => `\`${text.replace(/\$(\w+)/, "$${process.env.$1}")}\``,
  );
  const options = [
    ...(operation.method === "GET" ? [] : [`method: "${operation.method}",`]),
    ...(headers.length > 0 ? [`headers: {\n${indented(headers, "  ")}\n},`] : []),
    ...(request?.body === undefined ? [] : [`body: JSON.stringify(${readableJson(request.body)}),`]),
  ];
  const init = options.length > 0 ? `, {\n${indented(options, "  ")}\n}` : "";
  return [
    ...(isFile(operation) ? ['import { writeFile } from "node:fs/promises";\n'] : []),
    `const response = await fetch(${urlWithQuery(operation, request)}${init});`,
    isFile(operation)
      ? `await writeFile("${fileNameOf(request)}", new Uint8Array(await response.arrayBuffer()));`
      : "console.log(response.status, await response.json());",
  ].join("\n");
}

const PYTHON_WORDS: Record<string, string> = { true: "True", false: "False", null: "None" };

/** JSON as a Python value; only three of its words differ. */
const pythonValue = (json: string) =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (part) => PYTHON_WORDS[part] ?? part);

export function pythonExample(operation: Operation, { request }: Partial<Example> = {}): string {
  const headers = headerLines(
    headersOf(operation, request),
    (text) => `f"${text.replace(/\$(\w+)/, "{os.environ['$1']}")}"`,
  );
  const body = request?.body === undefined ? null : `json.dumps(${pythonValue(readableJson(request.body))}).encode()`;
  const options = [
    `${urlWithQuery(operation, request)},`,
    ...(operation.method === "GET" ? [] : [`method="${operation.method}",`]),
    ...(headers.length > 0 ? [`headers={\n${indented(headers, "    ")}\n},`] : []),
    ...(body ? [`data=${body},`] : []),
  ];
  return [
    ...(isFile(operation) ? [] : ["import json"]),
    ...(headers.some((line) => line.includes("os.environ")) ? ["import os"] : []),
    "from urllib.request import Request, urlopen\n",
    `request = Request(\n${indented(options, "    ")}\n)`,
    "with urlopen(request) as response:",
    isFile(operation)
      ? `    open("${fileNameOf(request)}", "wb").write(response.read())`
      : "    print(response.status, json.load(response))",
  ].join("\n");
}

const singleQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A curl command for an example. The credential is a variable, so that it isn't saved in a file. */
export function curlExample(operation: Operation, example?: Example): string {
  const { request } = example ?? {};
  const headers = headersOf(operation, request).map(([name, value]) => `${name}: ${value}`);
  const body = request?.body;
  const query = Object.entries(request?.query ?? {}).map(
    ([name, value]) => `-G -d ${singleQuoted(`${name}=${value}`)}`,
  );
  const options = [
    ...query,
    ...headers.map((header) => `-H ${header.includes("$") ? `"${header}"` : singleQuoted(header)}`),
    ...(body === undefined ? [] : [`-d ${singleQuoted(readableJson(body).replaceAll("\n", "\n  "))}`]),
    ...(isFile(operation) ? ["-o api.pdf"] : []),
  ];
  const method = operation.method === "GET" ? "" : ` -X ${operation.method}`;
  return [`curl${method} ${singleQuoted(urlOf(operation, request))}`, ...options.map((option) => `  ${option}`)].join(
    " \\\n",
  );
}
