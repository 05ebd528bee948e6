import { type Operation, operations } from "@/lib/contract";
import { curlExample } from "../examples";
import type { Chapter } from "../parts/chapter-page";
import { CodeBlock } from "../parts/code-block";
import { List, Paragraph } from "../parts/prose";
import { Table } from "../parts/table";
import { credentialWords, operationAnchor } from "./operation-section";

const all = Object.values<Operation>(operations);

export const overview: Chapter = {
  id: "overview",
  title: "Overview",
  sections: [
    {
      id: "what-the-hub-does",
      title: "What the hub does",
      body: (
        <>
          <Paragraph>
            The hub compiles a brand's identity once and serves it to other services and to federated child tools. For
            each brand it holds the compiled identity (brand data, personality and persona), a colour palette, logos
            with their rules, and assets.
          </Paragraph>
          <Paragraph>
            Each published state of a brand is one immutable version with a whole number, `identity_version`. Changing
            anything that a reader can see raises it by one. Tools keep what they have read, are told of a change by a
            signed webhook, and read again.
          </Paragraph>
        </>
      ),
    },
    {
      id: "who-calls",
      title: "Two kinds of caller",
      body: (
        <>
          <Table
            columns={[
              { title: "Caller", width: 22 },
              { title: "Calls", width: 40 },
              { title: "With", width: 38 },
            ]}
            rows={[
              [
                "**Back-office service**",
                "The version 0 endpoints, paths under `/api/public/`",
                "An API key of one brand, or a user's session token",
              ],
              [
                "**Child tool**",
                "The version 1 contract, paths under `/api/public/v1/`: the bundle and events",
                "Its child app token and its tool slug, from its back end only",
              ],
            ]}
          />
          <Paragraph>
            A child tool that people use also turns a short-lived federation token into the user's context in a brand.
            See [Users and the active brand](#federation).
          </Paragraph>
        </>
      ),
    },
    {
      id: "first-calls",
      title: "First calls",
      body: (
        <>
          <Paragraph>With an API key from the hub's developer area, from your own service:</Paragraph>
          <CodeBlock>{curlExample(operations.listBrands, operations.listBrands.examples[0])}</CodeBlock>
          <Paragraph>As a child tool, with the token and the slug that the hub's owner gave you:</Paragraph>
          <CodeBlock>{curlExample(operations.readBundle, operations.readBundle.examples[0])}</CodeBlock>
          <List
            items={[
              "Every request goes to the address of your hub; every path in this document is whole.",
              "Bodies are JSON in UTF-8, in both directions, unless stated otherwise.",
              "The same API for machines: `GET /api/public/v1/docs/openapi.json`.",
            ]}
          />
        </>
      ),
    },
    {
      id: "operations-at-a-glance",
      startsPage: true,
      title: "Operations at a glance",
      body: (
        <Table
          columns={[
            { title: "Operation", width: 27 },
            { title: "Method", width: 9, mono: true },
            { title: "Path", width: 46, mono: true },
            { title: "Credential", width: 18 },
          ]}
          rows={all.map((operation) => [
            `[${operation.summary}](#${operationAnchor(operation)})`,
            operation.method,
            operation.path,
            credentialWords(operation),
          ])}
        />
      ),
    },
  ],
};
