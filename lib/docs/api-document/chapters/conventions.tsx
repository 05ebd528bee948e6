import { ERROR_STATUS, type ErrorCode } from "@/lib/contract";
import { ERROR_MEANINGS } from "../../error-texts";
import type { Chapter } from "../parts/chapter-page";
import { CodeBlock } from "../parts/code-block";
import { List, Paragraph } from "../parts/prose";
import { Table } from "../parts/table";
import { readableJson } from "../readable-json";

const ADVICE: Record<ErrorCode, string> = {
  bad_request: "Correct the request; sending it again unchanged cannot help.",
  unauthorized: "Get a new credential, or send the right kind.",
  forbidden: "Ask the brand's owner for membership or entitlement.",
  not_found: "Drop what you hold of it; check the id.",
  rate_limited: "Wait for `Retry-After`, then send it again.",
  server_error: "Send it again with exponential backoff; keep the `X-Request-Id`.",
};

export const conventions: Chapter = {
  id: "conventions",
  title: "Conventions and errors",
  sections: [
    {
      id: "requests-and-answers",
      title: "Requests and answers",
      body: (
        <List
          items={[
            "Bodies are sent as `Content-Type: application/json`, in UTF-8, without compression. Another media type, broken JSON or a body that is too large is answered 400.",
            "Ids are UUIDs, accepted in any case and returned in lower case. Slugs are lower-case words joined by single hyphens.",
            "Timestamps are ISO 8601 in UTC with milliseconds, `2026-03-14T09:26:53.589Z`. Fields whose name ends in `expires_at` are Unix seconds.",
            "Tolerate fields that you do not know: new ones may be added at any time.",
            "Answers are `Cache-Control: no-store`. `HEAD` is answered as `GET` without a body.",
            "There are no CORS headers, except on the two documentation endpoints: the API is for back ends.",
            "Every answer carries `X-Request-Id`: yours, if you sent one of 1 to 128 letters, digits or `. _ ~ -`, else one of the hub's. Name it when you ask for help.",
          ]}
        />
      ),
    },
    {
      id: "error-envelope",
      title: "The error envelope",
      body: (
        <>
          <Paragraph>
            Every failure of every endpoint has one shape. Branch on `code`, which is stable; `message` is for people
            and may change at any time.
          </Paragraph>
          <CodeBlock>
            {readableJson({ error: { code: "forbidden", message: "The brand is not entitled to this tool." } })}
          </CodeBlock>
        </>
      ),
    },
    {
      id: "error-codes",
      title: "Error codes",
      body: (
        <>
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
          <List
            items={[
              "A path that does not exist is answered 404 `not_found`. A method that a path does not have is answered 405 with `Allow`, and the code `bad_request`.",
              "Another brand's data looks exactly like data that does not exist.",
            ]}
          />
        </>
      ),
    },
    {
      id: "order-of-checks",
      title: "Order of checks",
      body: (
        <>
          <Paragraph>When a request is wrong in several ways, the first of these decides the answer:</Paragraph>
          <List
            numbered
            items={[
              "Path and method: 404, 405",
              "Credential: 401",
              "Limits: 429",
              "Parameters and body: 400",
              "The brand or resource: 404",
              "Permission and entitlement: 403",
            ]}
          />
          <Paragraph>
            Two exceptions: a brand in `X-Brand-Id`, in a mint or in an event that does not exist is answered 403, like
            one that you may not touch.
          </Paragraph>
        </>
      ),
    },
  ],
};
