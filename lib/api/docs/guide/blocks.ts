import { extname } from "node:path";
import {
  ALL_API_KEY_SCOPES,
  API_KEY_SCOPES,
  CREDENTIALS,
  type Credential,
  ERROR_STATUS,
  type ErrorCode,
  type Operation,
  operations,
  refusalWithout,
} from "@/lib/contract";
import { ERROR_MEANINGS } from "../error-texts";
import { kitSections, kitTypesText } from "../kit/kit-reference";
import { sharedHeaders } from "../openapi/headers";
import { TAGS } from "../openapi-document";
import { EXAMPLE_WEBHOOK_SECRET, type Webhook, webhooks } from "../webhook-catalogue";
import { curlExample } from "./examples";
import { code, fence, fieldTable, paragraphs, table } from "./markdown";
import {
  credentialWords,
  isHubInternal,
  operationEntry,
  operationLink,
  operationText,
  resourceId,
} from "./operation-text";
import { readProse } from "./prose";
import { exactJson } from "./readable-json";
import { fieldRows, namedTypes, rootObjects } from "./schema/field-rows";
import { components, webhookSchema } from "./schema/json-schema";

function sentMessage({ headers, example }: Webhook): string {
  const sent = headers.filter(({ required = true }) => required);
  const lines = sent.map(({ name, example: value }) => `${name}: ${value}`);
  return ["POST /webhooks/hub HTTP/1.1", "Content-Type: application/json", ...lines, "", exactJson(example)].join("\n");
}

const webhookText = (webhook: Webhook): string =>
  paragraphs([
    `## ${webhook.summary}`,
    webhook.description,
    "### Body",
    ...rootObjects(webhookSchema(webhook.name), components()).map(({ object }) =>
      fieldTable(fieldRows(object, components()), "answer"),
    ),
    "### Example",
    fence("http", sentMessage(webhook)),
    `Test your receiver with these signatures. They are valid for the secret \`${EXAMPLE_WEBHOOK_SECRET}\`, this body as one line without spaces between its parts, and a clock at the timestamp.`,
  ]);

const typesText = (): string =>
  paragraphs(
    namedTypes(components()).flatMap((name) => {
      const schema = components()[name] ?? {};
      return [
        `## ${name}`,
        schema.description && `${schema.description}.`,
        fieldTable(fieldRows(schema, components()), "answer"),
      ];
    }),
  );

/**
 * Content of a heading up to the next of its level or above.
 * @throws Error if the heading is missing
 */
function below(markdown: string, heading: string): string {
  const [marks = ""] = heading.split(" ", 1);
  const [, ...rest] = `\n${markdown}`.split(`\n${heading}\n`);
  if (rest.length === 0) throw new Error(`CHANGELOG.md has no "${heading}".`);
  const [section = ""] = rest.join("").split(new RegExp(`^#{1,${marks.length}} `, "m"));
  return section.trim();
}

const changelog = (): string => readProse("../../CHANGELOG.md").replaceAll("](docs/api/", "](");

/** Omits the section's first sentence, which is for its authors. */
const entries = (section: string): string => paragraphs(section.split("\n\n").slice(1));

const addedText = (): string => entries(below(changelog(), "### Added since"));

const kitVersionsText = (): string => {
  const rows = [...below(changelog(), "## Contract kit").matchAll(/^(\| \d+\.\d+\.\d+ \| .+ \|) `[0-9a-f]{64}` \|$/gm)];
  return ["| Kit | Date | What changed |", `| ${"-".repeat(10)} | ${"-".repeat(14)} | ${"-".repeat(76)} |`]
    .concat(rows.map(([, row = ""]) => row))
    .join("\n");
};

const all = Object.values<Operation>(operations);
const ofTag = (name: string) => all.filter(({ tag }) => tag === name);
const forChildren = Object.keys(TAGS)
  .flatMap(ofTag)
  .filter((operation) => !isHubInternal(operation));

/** Pages of the resources that tools and services call, by id. */
export const resourceTexts: Readonly<Record<string, string>> = Object.fromEntries(
  [...new Set(forChildren.map(({ tag }) => tag))].map((tag) => [
    resourceId(tag),
    paragraphs([`# ${tag} API`, TAGS[tag], ...ofTag(tag).map(operationText)]),
  ]),
);

const ADVICE: Record<ErrorCode, string> = {
  bad_request: "Correct the request. Retrying the same request can't succeed.",
  unauthorized: "Get a new credential, or send the right kind.",
  forbidden: "Ask the brand's owner for membership or entitlement.",
  not_found: "Check the id, and delete your copy of the resource.",
  rate_limited: "Wait for `Retry-After`, then retry.",
  server_error: "Retry after `Retry-After`, otherwise with exponential backoff. Keep the `X-Request-Id`.",
};

const samples = (...names: readonly string[]): string =>
  paragraphs(
    names.map((name) =>
      fence(`${extname(name) === ".py" ? "python" : "ts"} ${name}`, readProse(`samples/${name}`).trimEnd()),
    ),
  );

const example = (operation: Operation): string => fence("sh", curlExample(operation, operation.examples[0]));

const readByCurl = (): string => {
  const ask = (query: string) =>
    [
      `curl "$HUB_URL/api/public/v1/brand/by-id/$BRAND_ID/bundle${query}"`,
      '  -H "Authorization: Bearer $HUB_TOKEN"',
      '  -H "X-Tool-Slug: $HUB_TOOL"',
    ].join(" \\\n");
  const version = `version=$(${ask("").replace("curl", "curl -s")} | sed -n 's/.*"identity_version":\\([0-9]*\\).*/\\1/p')`;
  return fence("sh", `${ask("")}\n${version}\n${ask("?since=$version")}`);
};

const sendByCurl = (): string =>
  fence(
    "sh",
    [
      'curl "$HUB_URL/api/public/v1/events"',
      '  -H "Authorization: Bearer $HUB_TOKEN"',
      '  -H "X-Tool-Slug: $HUB_TOOL"',
      "  -H 'Content-Type: application/json'",
      `  -d '{"brand_id":"'"$BRAND_ID"'","type":"setup.tried","occurred_at":"'"$(date -u +%Y-%m-%dT%H:%M:%S.000Z)"'","idempotency_key":"'"$(date +%s)-$$"'","payload":{}}'`,
    ].join(" \\\n"),
  );

const glance = (): string =>
  table(
    { Operation: 24, Method: 9, Path: 53, Credential: 14 },
    forChildren.map((operation) => [
      operationLink(operation),
      code(operation.method),
      code(operation.path),
      credentialWords(operation),
    ]),
  );

function credentials(): string {
  const acceptedBy = (name: Credential) => all.filter((operation) => operation.credentials.includes(name));
  return table(
    { Credential: 16, Form: 50, "Accepted by": 34 },
    Object.entries(CREDENTIALS).map(([name, { title, description }]) => [
      `**${title}**`,
      description,
      acceptedBy(name as Credential)
        .map(operationLink)
        .join(", "),
    ]),
  );
}

const apiKeyScopes = (): string =>
  table(
    { Scope: 18, Allows: 56, "Without it": 26 },
    ALL_API_KEY_SCOPES.map((scope) => [
      code(scope),
      `${API_KEY_SCOPES[scope].title}: ${all
        .filter((operation) => operation.scope === scope)
        .map(operationLink)
        .join(", ")}`,
      `${ERROR_STATUS[refusalWithout(scope)]} ${code(refusalWithout(scope))}`,
    ]),
  );

const errorCodes = (): string =>
  table(
    { Code: 18, Status: 9, Meaning: 35, "What to do": 38 },
    (Object.keys(ERROR_STATUS) as ErrorCode[]).map((name) => [
      code(name),
      String(ERROR_STATUS[name]),
      `${ERROR_MEANINGS[name]}.`,
      ADVICE[name],
    ]),
  );

const limitHeaders = (): string =>
  table({ Header: 22, On: 20, Says: 58 }, [
    [code("RateLimit-Policy"), "every counted response", `${sharedHeaders.RateLimitPolicy.description}.`],
    [code("RateLimit"), "every counted response", `${sharedHeaders.RateLimit.description}.`],
    [code("Retry-After"), "429, some 500", `${sharedHeaders.RetryAfter.description}.`],
  ]);

const webhookHeaders = (): string =>
  table(
    { Header: 24, Meaning: 76 },
    (webhooks[0]?.headers ?? []).map(({ name, description }) => [code(name), `${description}.`]),
  );

const deprecations = (): string =>
  table(
    { What: 44, Since: 16, Instead: 40 },
    all.flatMap(({ method, path, deprecated }) =>
      deprecated
        ? [[code(`${method} ${path}`), deprecated.since.toISOString().slice(0, 10), code(deprecated.successor)]]
        : [],
    ),
  );

/** Markdown blocks made from the contract, by name. Each is used on exactly one page. */
export const blocks: Readonly<Record<string, () => string>> = {
  "example: list brands": () => example(operations.listBrands),
  "example: read a bundle": () => example(operations.readBundle),
  "operations at a glance": glance,
  credentials,
  "API key scopes": apiKeyScopes,
  "error codes": errorCodes,
  "limit headers": limitHeaders,
  "webhook headers": webhookHeaders,
  "sample: read a bundle": () => paragraphs([readByCurl(), samples("read-bundle.mts", "read_bundle.py")]),
  "sample: verify a webhook": () => samples("verify-webhook.mts", "verify_webhook.py"),
  "sample: receive a webhook": () => samples("receiver.mts", "receiver.py"),
  "sample: send an event": () => paragraphs([sendByCurl(), samples("send-event.mts", "send_event.py")]),
  "deprecated operations": deprecations,
  "what was added": addedText,
  "kit versions": kitVersionsText,
  webhooks: () => paragraphs(webhooks.map(webhookText)),
  operations: () => paragraphs(forChildren.map(operationEntry)),
  "kit classes": () => kitSections("kit-classes", "class"),
  "kit functions": () => kitSections("kit-functions", "function"),
  "kit types": kitTypesText,
  "hub-internal operations": () => paragraphs(all.filter(isHubInternal).map(operationText)),
  "data types": typesText,
};
