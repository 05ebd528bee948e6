import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/empty-state";
import { Tabs } from "@/components/ui/tabs";
import { InlineCode, TextLink } from "@/components/ui/text";

type SampleContext = { baseUrl: string; brandId: string; toolSlug: string; now: Date };

/** The same variable names as on the pages that show the credentials. */
const apiKeyVariable = "BRAND_HUB_API_KEY";
const childTokenVariable = "HUB_TOKEN";

const curl = (url: string, headers: readonly string[], body: object): string =>
  [
    `curl -s -X POST ${url}`,
    ...headers.map((header) => `  -H "${header}"`),
    `  -H "Content-Type: application/json"`,
    `  -d '${JSON.stringify(body)}'`,
  ].join(" \\\n");

/** Version 1: sent by a tool, counted once per idempotency key and delivered to other tools. */
const versionOneSample = ({ baseUrl, brandId, toolSlug, now }: SampleContext): string =>
  curl(
    `${baseUrl}/api/public/v1/events`,
    [`Authorization: Bearer $${childTokenVariable}`, `X-Tool-Slug: ${toolSlug}`],
    {
      brand_id: brandId,
      type: "asset.approved",
      occurred_at: now.toISOString(),
      idempotency_key: `sample-${now.getTime()}`,
      trace_id: `sample-${now.getTime()}`,
      payload: { asset: "poster-12" },
    },
  );

/** Version 0: sent by a service with an API key, stored but not delivered. */
const versionZeroSample = ({ baseUrl }: Pick<SampleContext, "baseUrl">): string =>
  curl(`${baseUrl}/api/public/events`, [`Authorization: Bearer $${apiKeyVariable}`], {
    type: "order.created",
    payload: { order: 4711 },
  });

type SendEventProps = {
  baseUrl: string;
  brandId: string;
  /** A tool that can send events for the brand, or null. */
  toolSlug: string | null;
  now: Date;
  keysPath: string;
};

export function SendEvent({ baseUrl, brandId, toolSlug, now, keysPath }: SendEventProps) {
  const slug = toolSlug ?? "your-tool";
  return (
    <Tabs
      label="Events API version"
      items={[
        {
          value: "v1",
          label: "Version 1",
          content: (
            <Sample label="curl, version 1" code={versionOneSample({ baseUrl, brandId, toolSlug: slug, now })}>
              {toolSlug ? null : (
                <Notice tone="warning">
                  No tool has access to this brand yet. Ask a hub administrator to grant it, then replace the slug
                  below.
                </Notice>
              )}
              <p className="max-w-prose text-muted">
                Sent by a tool, with its child app token in <Variable name={childTokenVariable} />. Each{" "}
                <InlineCode>idempotency_key</InlineCode> counts once, and other tools that subscribe to the type are
                notified.
              </p>
            </Sample>
          ),
        },
        {
          value: "v0",
          label: "Version 0",
          content: (
            <Sample label="curl, version 0" code={versionZeroSample({ baseUrl })}>
              <p className="max-w-prose text-muted">
                Sent by a service, with an API key in <Variable name={apiKeyVariable} />. Issue one under{" "}
                <TextLink href={keysPath}>Keys</TextLink>. For older services. Stores an event without notifying any
                tool.
              </p>
            </Sample>
          ),
        },
      ]}
    />
  );
}

function Sample({ label, code, children }: { label: string; code: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      {children}
      <CodeBlock label={label} code={code} />
    </div>
  );
}

const Variable = ({ name }: { name: string }) => <InlineCode>{`$${name}`}</InlineCode>;
