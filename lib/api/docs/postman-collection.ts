import { type Credential, type Example, type Operation, operations } from "@/lib/contract";
import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";
import { credentialOf, TOKEN_VARIABLES } from "./guide/examples";
import { answerFields, isHubInternal } from "./guide/operation-text";
import { TAGS } from "./openapi-document";

const FORMAT = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** To be filled in once; named as in the guide's samples. */
const VARIABLES: Readonly<Record<string, string>> = {
  HUB_TOOL: "Your tool's slug",
  HUB_TOKEN: "Your tool's child app token",
  HUB_API_KEY: "An API key of a brand",
  HUB_SESSION_TOKEN: "A session token from your account",
  FEDERATION_TOKEN: "Response of the request `Mint a federation token`",
  BRAND_ID: "Id of a brand that can use your tool",
};

const variable = (name: string) => `{{${name}}}`;

/** Replaces example values that must be fresh for each request: an event sent twice with one key is one event. */
function asSent(key: string, value: unknown): unknown {
  if (value === EXAMPLE_BRAND_ID) return variable("BRAND_ID");
  if (key === "idempotency_key") return variable("$guid");
  if (key === "occurred_at") return variable("$isoTimestamp");
  if (key === "token") return variable("FEDERATION_TOKEN");
  return key.toLowerCase() === "x-tool-slug" ? variable("HUB_TOOL") : value;
}

const pairs = (values: Record<string, string> = {}) =>
  Object.entries(values).map(([key, value]) => ({ key, value: String(asSent(key, value)) }));

function urlOf({ path }: Operation, { params, query }: NonNullable<Example["request"]>) {
  const steps = path.slice(1).split("/");
  const segments = steps.map((step) => {
    const [, name = ""] = /^\{(\w+)\}$/.exec(step) ?? [];
    return name === "" ? step : String(asSent(name, params?.[name] ?? step));
  });
  const parameters = pairs(query);
  const search = parameters.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join("&");
  return {
    raw: `${variable("HUB_URL")}/${segments.join("/")}${search === "" ? "" : `?${search}`}`,
    host: [variable("HUB_URL")],
    path: segments,
    ...(parameters.length > 0 && { query: parameters }),
  };
}

const authOf = (credential: Credential | undefined) =>
  credential
    ? { type: "bearer", bearer: [{ key: "token", value: variable(TOKEN_VARIABLES[credential]), type: "string" }] }
    : { type: "noauth" };

function requestOf(operation: Operation, request: NonNullable<Example["request"]>) {
  const { description, method } = operation;
  const headers = pairs(request.headers);
  const json = { key: "Content-Type", value: "application/json" };
  return {
    method,
    description,
    auth: authOf(credentialOf(operation, request)),
    header: [...headers, ...(request.body === undefined ? [] : [json])],
    url: urlOf(operation, request),
    ...(request.body !== undefined && {
      body: {
        mode: "raw",
        raw: JSON.stringify(request.body, asSent, 2),
        options: { raw: { language: "json" } },
      },
    }),
  };
}

const testing = (...exec: string[]) => [{ listen: "test", script: { type: "text/javascript", exec } }];

function bodyTest(operation: Operation) {
  const forms = answerFields(operation);
  if (forms.length === 0) return {};
  const hasAll = "forms.some((fields) => fields.every((field) => field in body))";
  return {
    event: testing(
      `const forms = ${JSON.stringify(forms)};`,
      "const body = pm.response.json();",
      `pm.test("has the documented fields", () => pm.expect(${hasAll}).to.equal(true));`,
    ),
  };
}

function itemsOf(operation: Operation) {
  const examples: readonly Partial<Example>[] = operation.examples.length > 0 ? operation.examples : [{}];
  return examples.map(({ title, request = {}, response }) => {
    const sent = requestOf(operation, request);
    const isJson = operation.response.schema !== undefined;
    const answer = {
      name: title,
      originalRequest: sent,
      code: 200,
      status: "OK",
      _postman_previewlanguage: "json",
      header: [{ key: "Content-Type", value: "application/json" }],
      body: JSON.stringify(response, null, 2),
    };
    return {
      name: examples.length > 1 ? `${operation.summary}: ${title}` : operation.summary,
      request: sent,
      ...bodyTest(operation),
      response: isJson && response !== undefined ? [answer] : [],
    };
  });
}

/**
 * The operations for services and tools as a Postman collection (format 2.1), which Bruno, Insomnia and Hoppscotch
 * import too. It has a request and response for each of the contract's examples.
 * @param baseUrl the hub's address, without a trailing slash
 */
export function postmanCollection(baseUrl: string) {
  const offered = Object.values<Operation>(operations).filter((operation) => !isHubInternal(operation));
  const folders = Object.entries(TAGS).map(([name, description]) => ({
    name,
    description,
    item: offered.filter(({ tag }) => tag === name).flatMap(itemsOf),
  }));
  return {
    info: {
      name: "Brand Identity Hub API",
      description: `Fill in the collection's variables, then send requests. Documentation: ${baseUrl}/docs`,
      schema: FORMAT,
    },
    item: folders.filter(({ item }) => item.length > 0),
    event: testing('pm.test("returns 200", () => pm.response.to.have.status(200));'),
    variable: [
      { key: "HUB_URL", value: baseUrl, description: "Address of the hub" },
      ...Object.entries(VARIABLES).map(([key, description]) => ({ key, value: "", description })),
    ],
  };
}

const texts = new Map<string, string>();

export function postmanCollectionText(baseUrl: string): string {
  const text = texts.get(baseUrl) ?? JSON.stringify(postmanCollection(baseUrl), null, 2);
  texts.set(baseUrl, text);
  return text;
}
