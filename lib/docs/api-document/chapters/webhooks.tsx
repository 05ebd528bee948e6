import { WEBHOOK_TOLERANCE_SECONDS } from "@/lib/contract";
import { webhooks as catalogue, EXAMPLE_WEBHOOK_SECRET, type Webhook } from "../../webhook-catalogue";
import type { Chapter, Section } from "../parts/chapter-page";
import { CodeBlock } from "../parts/code-block";
import { FieldTable } from "../parts/field-table";
import { MinorHeading } from "../parts/headings";
import { List, Note, Paragraph } from "../parts/prose";
import { Table } from "../parts/table";
import { exactJson } from "../readable-json";
import { components } from "../schema/components";
import { fieldRows, rootObjects } from "../schema/field-rows";
import { webhookSchema } from "../schema/webhook-schema";
import { VERIFY_RECIPE } from "../verify-recipe";

const BACKOFF = [
  ["Success", "Any 2xx within 10 seconds. The body of your answer is not used"],
  ["Failure", "Anything else: another status, a redirect (never followed), no connection within 3 seconds, a timeout"],
  ["Delay", "60 seconds after the first failure, doubling each time, ±20 %, at most 8 hours"],
  ["Your wish", "`Retry-After` is honoured, between one and two times the delay"],
  ["Attempts", "18 in all, over about 3 days; then the delivery is dead, and can be replayed in the hub"],
  ["410 Gone", "Turns the subscription off at once"],
  [
    "Only failures for 5 days",
    "Turns the subscription off. What happens meanwhile is recorded, and offered for replay when it is turned on again",
  ],
  ["At the same time", "At most 2 requests for each subscription"],
];

function sentMessage({ headers, example }: Webhook): string {
  const lines = headers.map(({ name, example: value }) => `${name}: ${value}`);
  return ["POST /webhooks/hub HTTP/1.1", "Content-Type: application/json", ...lines, "", exactJson(example)].join("\n");
}

function webhookSection(webhook: Webhook): Section {
  const objects = rootObjects(webhookSchema(webhook.name), components());
  return {
    id: `webhook-${webhook.name}`,
    title: webhook.summary,
    large: true,
    body: (
      <>
        <Paragraph>{webhook.description}</Paragraph>
        <MinorHeading>Body</MinorHeading>
        {objects.map(({ name, object }) => (
          <FieldTable key={name} rows={fieldRows(object, components())} presence="answer" />
        ))}
        <MinorHeading>Example</MinorHeading>
        <CodeBlock>{sentMessage(webhook)}</CodeBlock>
        <Paragraph>
          {`The signatures hold for the secret \`${EXAMPLE_WEBHOOK_SECRET}\` and for this body on one line without any space between its parts: try your receiver against them, with the clock at the timestamp.`}
        </Paragraph>
      </>
    ),
  };
}

const [first] = catalogue;

export const webhooks: Chapter = {
  id: "webhooks",
  title: "Webhooks",
  sections: [
    {
      id: "how-webhooks-work",
      title: "How they work",
      body: (
        <>
          <Paragraph>
            When a brand publishes, the hub enqueues one delivery for each subscribed tool, in the same transaction as
            the new version. A tick once a minute sends what is due. A tool is subscribed for a brand as soon as the
            brand is entitled to it and the tool has a webhook URL.
          </Paragraph>
          <List
            items={[
              "The URL is https on a public address, without user info or fragment, at most 2,048 characters.",
              "Prefer the webhook over polling; it comes within about a minute.",
              "A delivery may arrive more than once, and deliveries may overtake one another. `id` stays the same over all retries; ignore an `identity_version` at or below the one you have.",
              "No signed URL and no secret is ever in a body.",
            ]}
          />
        </>
      ),
    },
    {
      id: "webhook-headers",
      title: "Headers of a delivery",
      body: (
        <Table
          columns={[
            { title: "Header", width: 24, mono: true },
            { title: "Meaning", width: 76 },
          ]}
          rows={(first?.headers ?? []).map(({ name, description }) => [name, `${description}.`])}
        />
      ),
    },
    {
      id: "verifying",
      title: "Verifying a signature",
      body: (
        <>
          <List
            numbered
            items={[
              "Read the raw bytes of the body, before any parser touches them.",
              "Compute HMAC-SHA256 over them with your webhook secret; its UTF-8 bytes are the key.",
              "Compare in constant time with `X-Hub-Signature`. While the secret is being changed, either value may match.",
              `Better still, verify \`webhook-signature\` over \`id.timestamp.body\`, and refuse a timestamp over ${WEBHOOK_TOLERANCE_SECONDS} seconds away from your clock: it also stops a recorded request from being sent again.`,
              "Only then parse the body, mark the brand's row stale, and answer 200. Do the reading afterwards.",
            ]}
          />
          <MinorHeading>Both signatures in Node.js</MinorHeading>
          <CodeBlock>{VERIFY_RECIPE}</CodeBlock>
          <MinorHeading>By hand</MinorHeading>
          <CodeBlock>{'openssl dgst -sha256 -hmac "$CHILD_WEBHOOK_SECRET__BRAND_STUDIO" < body.json'}</CodeBlock>
          <Note>
            The contract kit holds the same as verifyHubSignature and verifyStandardWebhook. In a secret of the form
            whsec_… the Standard Webhooks key is what follows, decoded from base64; X-Hub-Signature always takes the
            secret as it stands.
          </Note>
        </>
      ),
    },
    {
      id: "answering",
      title: "Answers, retries and backoff",
      body: (
        <Table
          columns={[
            { title: "What", width: 24 },
            { title: "Rule", width: 76 },
          ]}
          rows={BACKOFF.map(([what, rule]) => [`**${what}**`, `${rule}.`])}
        />
      ),
    },
    ...catalogue.map(webhookSection),
  ],
};
