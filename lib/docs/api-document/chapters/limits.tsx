import { MAX_BATCH_EVENTS } from "@/lib/contract";
import { sharedHeaders } from "../../openapi/headers";
import type { Chapter } from "../parts/chapter-page";
import { CodeBlock } from "../parts/code-block";
import { List, Paragraph } from "../parts/prose";
import { Table } from "../parts/table";

const LIMITS = [
  ["Requests", "60 in any rolling minute, for each credential"],
  ["Requests at the same time", "2 for each credential"],
  ["Body of an event", "64 KB"],
  ["Body of a batch of events", `1 MB, 1 to ${MAX_BATCH_EVENTS} events`],
  ["Any other body", "16 KB"],
  ["Depth of an event's payload", "32 levels"],
  ["Life of a signed URL", "30 to 31 minutes"],
  ["Life of a federation token", "300 seconds"],
  ["Renewing from a federation token", "until 12 hours after the sign-in behind it"],
  ["Failed credentials", "20 a minute from one address"],
];

const COUNTED = [
  ["API key", "The key"],
  ["Session or federation token", "The user's session: minting again gives no new budget"],
  ["Child app token", "The tool"],
  ["Exchange", "The one token"],
  ["Documentation", "The client's address"],
  ["Dispatch and cron secret", "Nothing: exempt"],
];

const RETRIES = [
  ["429", "After `Retry-After` seconds", "yes"],
  [
    "500 and other 5xx, a broken connection",
    "Exponential backoff, at most 30 seconds apart, at most 5 attempts",
    "yes",
  ],
  ["400, 401, 403, 404, 405", "Never: the answer would be the same", "no"],
];

export const limits: Chapter = {
  id: "limits",
  title: "Limits and retries",
  sections: [
    {
      id: "limits-table",
      title: "Limits",
      body: (
        <>
          <Table
            columns={[
              { title: "Limit", width: 38 },
              { title: "Value", width: 62 },
            ]}
            rows={LIMITS}
          />
          <Paragraph>
            These are the defaults; a hub's operator may set other request budgets, and the headers below always tell
            the one in force. A request over either budget is answered 429 and counts for neither.
          </Paragraph>
        </>
      ),
    },
    {
      id: "what-is-counted",
      title: "What a budget is counted on",
      body: (
        <Table
          columns={[
            { title: "Credential", width: 38 },
            { title: "Counted on", width: 62 },
          ]}
          rows={COUNTED}
        />
      ),
    },
    {
      id: "limit-headers",
      title: "Budget headers",
      body: (
        <>
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
          <CodeBlock>
            {
              'HTTP/1.1 429 Too Many Requests\nRateLimit-Policy: "default";q=60;w=60\nRateLimit: "default";r=0;t=12\nRetry-After: 12'
            }
          </CodeBlock>
        </>
      ),
    },
    {
      id: "retry-policy",
      title: "Retry policy",
      body: (
        <>
          <Table
            columns={[
              { title: "Answer", width: 34 },
              { title: "When to send it again", width: 54 },
              { title: "Retry", width: 12 },
            ]}
            rows={RETRIES}
          />
          <List
            items={[
              "Reads, version 1 events, mint and exchange may be repeated safely: an idempotency key makes the second sending of an event a no-op, and the others change nothing.",
              "Version 0 events have no idempotency key: a repeated one is stored twice.",
              "Never poll the bundle on a timer without `since`. With it, a read of an unchanged brand costs next to nothing; better still, wait for the webhook.",
            ]}
          />
        </>
      ),
    },
  ],
};
