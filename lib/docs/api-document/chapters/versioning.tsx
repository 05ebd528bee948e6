import { type Operation, operations } from "@/lib/contract";
import type { Chapter } from "../parts/chapter-page";
import { List, Paragraph } from "../parts/prose";
import { Table } from "../parts/table";

const deprecations = Object.values<Operation>(operations).flatMap(({ method, path, deprecated }) =>
  deprecated
    ? [[`\`${method} ${path}\``, deprecated.since.toISOString().slice(0, 10), `\`${deprecated.successor}\``]]
    : [],
);

export const versioning: Chapter = {
  id: "versioning",
  title: "Versioning",
  sections: [
    {
      id: "versions-of-the-api",
      title: "Versions of the API",
      body: (
        <>
          <List
            items={[
              "Paths under `/api/public/v1/` are the version 1 ecosystem contract: the bundle, events, and the hub's own operations.",
              "The other paths under `/api/public/` are the version 0 public API. It is in use and supported; what has a successor is marked as deprecated.",
              "This document and the OpenAPI description carry the version 1.0.0 of the contract.",
            ]}
          />
          <Paragraph>
            New fields, endpoints, event types and webhook headers may be added at any time, so readers tolerate what
            they do not know. The six error codes are complete: there will be no seventh. Child tools copy the
            contract's schemas and webhook helpers as they are, so that both sides stay the same.
          </Paragraph>
        </>
      ),
    },
    {
      id: "deprecations",
      title: "Deprecated",
      body: (
        <>
          <Table
            columns={[
              { title: "What", width: 44 },
              { title: "Since", width: 16 },
              { title: "Instead", width: 40 },
            ]}
            rows={[
              ...deprecations,
              [
                "`brand_book` in the answer of `GET /api/public/brand/me`",
                "1.0.0",
                "`brand_identity`, which it equals",
              ],
            ]}
          />
          <Paragraph>
            Answers of a deprecated endpoint carry `Deprecation` (RFC 9745) with the date, and `Link` with
            `rel="successor-version"`. No date for removal has been set.
          </Paragraph>
        </>
      ),
    },
    {
      id: "versions-of-an-identity",
      title: "Versions of an identity",
      body: (
        <Paragraph>
          `identity_version` orders the states of one brand: a higher number is a later state. It rises by one with each
          published change of anything in the bundle, also when an older state is restored. It says nothing about other
          brands, nor about the version of the API.
        </Paragraph>
      ),
    },
  ],
};
