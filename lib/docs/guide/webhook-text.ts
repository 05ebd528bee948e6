import { EXAMPLE_WEBHOOK_SECRET, type Webhook } from "../webhook-catalogue";
import { fence, fieldTable, paragraphs } from "./markdown";
import { exactJson } from "./readable-json";
import { fieldRows, rootObjects } from "./schema/field-rows";
import { components, webhookSchema } from "./schema/openapi-schemas";

function sentMessage({ headers, example }: Webhook): string {
  const sent = headers.filter(({ required = true }) => required);
  const lines = sent.map(({ name, example: value }) => `${name}: ${value}`);
  return ["POST /webhooks/hub HTTP/1.1", "Content-Type: application/json", ...lines, "", exactJson(example)].join("\n");
}

/** One kind of webhook as a section: its body, and an example whose signatures hold. */
export const webhookText = (webhook: Webhook): string =>
  paragraphs([
    `## ${webhook.summary}`,
    webhook.description,
    "### Body",
    ...rootObjects(webhookSchema(webhook.name), components()).map(({ object }) =>
      fieldTable(fieldRows(object, components()), "answer"),
    ),
    "### Example",
    fence("http", sentMessage(webhook)),
    `The signatures hold for the secret \`${EXAMPLE_WEBHOOK_SECRET}\` and for this body on one line without any space between its parts: try your receiver against them, with the clock at the timestamp.`,
  ]);
