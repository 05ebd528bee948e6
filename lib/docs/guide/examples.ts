import type { Credential, Example, Operation } from "@/lib/contract";
import { readableJson } from "./readable-json";

/** Stands for the address of the hub in every example. */
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

/** What a request of an example is sent with. What may come along does where the example names the tool. */
export const credentialOf = (
  { credentials, optionalCredentials = [] }: Operation,
  { headers }: NonNullable<Example["request"]> = {},
): Credential | undefined => credentials[0] ?? (headers && optionalCredentials[0]);

const singleQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request of an example as a curl command; the credential stands in a variable, so that it never lands in a file. */
export function curlExample(operation: Operation, example?: Example): string {
  const { request } = example ?? {};
  const credential = credentialOf(operation, request);
  const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => singleQuoted(`${name}: ${value}`));
  const body = request?.body;
  const query = Object.entries(request?.query ?? {}).map(
    ([name, value]) => `-G -d ${singleQuoted(`${name}=${value}`)}`,
  );
  const options = [
    ...query,
    ...(credential ? [`-H "Authorization: Bearer $${TOKEN_VARIABLES[credential]}"`] : []),
    ...headers.map((header) => `-H ${header}`),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${singleQuoted(readableJson(body).replaceAll("\n", "\n  "))}`]),
    ...(operation.response.mediaType === "application/pdf" ? ["-o api.pdf"] : []),
  ];
  const method = operation.method === "GET" ? "" : ` -X ${operation.method}`;
  return [`curl${method} ${singleQuoted(urlOf(operation, request))}`, ...options.map((option) => `  ${option}`)].join(
    " \\\n",
  );
}
