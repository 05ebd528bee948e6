import type { ReactNode } from "react";
import { CREDENTIALS, type Credential, ERROR_STATUS, type ErrorCode, type Operation, operations } from "@/lib/contract";
import { ERROR_MEANINGS } from "../error-texts";
import { sharedHeaders } from "../openapi/headers";
import { webhooks } from "../webhook-catalogue";
import { curlExample } from "./examples";
import { credentialWords, operationAnchor, operationSection } from "./operation-section";
import type { Section } from "./parts/chapter-page";
import { CodeBlock } from "./parts/code-block";
import { Table } from "./parts/table";
import { typeSections } from "./type-sections";
import { VERIFY_RECIPE } from "./verify-recipe";
import { webhookSection } from "./webhook-section";

/** What a chapter has of the contract: something within a section, or sections of its own. */
export type Block = { body: ReactNode } | { sections: readonly Section[] };

const all = Object.values<Operation>(operations);

const ADVICE: Record<ErrorCode, string> = {
  bad_request: "Correct the request; sending it again unchanged cannot help.",
  unauthorized: "Get a new credential, or send the right kind.",
  forbidden: "Ask the brand's owner for membership or entitlement.",
  not_found: "Drop what you hold of it; check the id.",
  rate_limited: "Wait for `Retry-After`, then send it again.",
  server_error: "Send it again with exponential backoff; keep the `X-Request-Id`.",
};

const linkTo = (operation: Operation) => `[${operation.summary}](#${operationAnchor(operation)})`;

const example = (operation: Operation): Block => ({
  body: <CodeBlock>{curlExample(operation, operation.examples[0])}</CodeBlock>,
});

function glance(): ReactNode {
  return (
    <Table
      columns={[
        { title: "Operation", width: 27 },
        { title: "Method", width: 9, mono: true },
        { title: "Path", width: 46, mono: true },
        { title: "Credential", width: 18 },
      ]}
      rows={all.map((operation) => [linkTo(operation), operation.method, operation.path, credentialWords(operation)])}
    />
  );
}

function credentials(): ReactNode {
  const acceptedBy = (name: Credential) => all.filter((operation) => operation.credentials.includes(name));
  return (
    <Table
      columns={[
        { title: "Credential", width: 16 },
        { title: "Form", width: 50 },
        { title: "Accepted by", width: 34 },
      ]}
      rows={Object.entries(CREDENTIALS).map(([name, { title, description }]) => [
        `**${title}**`,
        description,
        acceptedBy(name as Credential)
          .map(linkTo)
          .join(", "),
      ])}
    />
  );
}

function errorCodes(): ReactNode {
  return (
    <Table
      columns={[
        { title: "Code", width: 18, mono: true },
        { title: "Status", width: 9 },
        { title: "Meaning", width: 35 },
        { title: "What to do", width: 38 },
      ]}
      rows={(Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => [
        code,
        String(ERROR_STATUS[code]),
        `${ERROR_MEANINGS[code]}.`,
        ADVICE[code],
      ])}
    />
  );
}

function limitHeaders(): ReactNode {
  return (
    <Table
      columns={[
        { title: "Header", width: 22, mono: true },
        { title: "On", width: 20 },
        { title: "Says", width: 58 },
      ]}
      rows={[
        ["RateLimit-Policy", "every counted answer", `${sharedHeaders.RateLimitPolicy.description}.`],
        ["RateLimit", "every counted answer", `${sharedHeaders.RateLimit.description}.`],
        ["Retry-After", "429", `${sharedHeaders.RetryAfter.description}.`],
      ]}
    />
  );
}

function webhookHeaders(): ReactNode {
  return (
    <Table
      columns={[
        { title: "Header", width: 24, mono: true },
        { title: "Meaning", width: 76 },
      ]}
      rows={(webhooks[0]?.headers ?? []).map(({ name, description }) => [name, `${description}.`])}
    />
  );
}

function deprecations(): ReactNode {
  return (
    <Table
      columns={[
        { title: "What", width: 44 },
        { title: "Since", width: 16 },
        { title: "Instead", width: 40 },
      ]}
      rows={all.flatMap(({ method, path, deprecated }) =>
        deprecated
          ? [[`\`${method} ${path}\``, deprecated.since.toISOString().slice(0, 10), `\`${deprecated.successor}\``]]
          : [],
      )}
    />
  );
}

/** Everything that chapters have of the contract, by the name it has there; each stands in one chapter, once. */
export const blocks: Readonly<Record<string, Block>> = {
  "example: list brands": example(operations.listBrands),
  "example: read a bundle": example(operations.readBundle),
  "operations at a glance": { body: glance() },
  credentials: { body: credentials() },
  "error codes": { body: errorCodes() },
  "limit headers": { body: limitHeaders() },
  "webhook headers": { body: webhookHeaders() },
  "verify recipe": { body: <CodeBlock>{VERIFY_RECIPE}</CodeBlock> },
  "deprecated operations": { body: deprecations() },
  webhooks: { sections: webhooks.map(webhookSection) },
  operations: { sections: all.map(operationSection) },
  "data types": { sections: typeSections() },
};
