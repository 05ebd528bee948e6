import { EXAMPLE_WEBHOOK_SECRET, type Webhook } from "../webhook-catalogue";
import { sectionAnchor } from "./anchors";
import type { Section } from "./parts/chapter-page";
import { CodeBlock } from "./parts/code-block";
import { FieldTable } from "./parts/field-table";
import { MinorHeading } from "./parts/headings";
import { Paragraph } from "./parts/prose";
import { exactJson } from "./readable-json";
import { fieldRows, rootObjects } from "./schema/field-rows";
import { components, webhookSchema } from "./schema/openapi-schemas";

function sentMessage({ headers, example }: Webhook): string {
  const lines = headers.map(({ name, example: value }) => `${name}: ${value}`);
  return ["POST /webhooks/hub HTTP/1.1", "Content-Type: application/json", ...lines, "", exactJson(example)].join("\n");
}

/** One kind of webhook as a section: its body, and an example whose signatures hold. */
export function webhookSection(webhook: Webhook): Section {
  const objects = rootObjects(webhookSchema(webhook.name), components());
  return {
    id: sectionAnchor("webhooks", webhook.summary),
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
