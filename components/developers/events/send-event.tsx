import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/notice";
import { Tabs } from "@/components/ui/tabs";
import { TextLink } from "@/components/ui/text-link";

/** What a sample needs to be sent as it stands, except for its credential, which a person puts into the environment. */
type SampleContext = { baseUrl: string; brandId: string; toolSlug: string; now: Date };

/** The variables of a shell that the samples take their credentials from, as the page that shows each once names it. */
const apiKeyVariable = "BRAND_HUB_API_KEY";
const childTokenVariable = "HUB_TOKEN";

const curl = (url: string, headers: readonly string[], body: object): string =>
  [
    `curl -s -X POST ${url}`,
    ...headers.map((header) => `  -H "${header}"`),
    `  -H "Content-Type: application/json"`,
    `  -d '${JSON.stringify(body)}'`,
  ].join(" \\\n");

/** A version 1 event: from a tool's back end, counted once per idempotency key, passed on to other tools. */
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

/** A version 0 event: from a service with an API key of this brand; stored, not passed on. */
const versionZeroSample = ({ baseUrl }: Pick<SampleContext, "baseUrl">): string =>
  curl(`${baseUrl}/api/public/events`, [`Authorization: Bearer $${apiKeyVariable}`], {
    type: "order.created",
    payload: { order: 4711 },
  });

type SendEventProps = {
  baseUrl: string;
  brandId: string;
  /** A tool that may send events for the brand; null while there is none. */
  toolSlug: string | null;
  now: Date;
  keysPath: string;
};

export function SendEvent({ baseUrl, brandId, toolSlug, now, keysPath }: SendEventProps) {
  const slug = toolSlug ?? "your-tool";
  return (
    <Tabs
      label="Versions of the events API"
      items={[
        {
          value: "v1",
          label: "Version 1",
          content: (
            <Sample label="curl for version 1" code={versionOneSample({ baseUrl, brandId, toolSlug: slug, now })}>
              {toolSlug ? null : (
                <Notice tone="warning">
                  No tool may use this brand yet. Once a hub administrator has entitled one, its slug stands here.
                </Notice>
              )}
              <p className="max-w-prose text-muted">
                By a tool, with its child app token in <Variable name={childTokenVariable} />; whoever runs the tool has
                it. An <Code>idempotency_key</Code> counts once, however often it is sent, and other tools that listen
                for the type are notified.
              </p>
            </Sample>
          ),
        },
        {
          value: "v0",
          label: "Version 0",
          content: (
            <Sample label="curl for version 0" code={versionZeroSample({ baseUrl })}>
              <p className="max-w-prose text-muted">
                By a service, with an API key of this brand in <Variable name={apiKeyVariable} />; issue one under{" "}
                <TextLink href={keysPath}>Keys</TextLink>. Kept for older services: every call stores an event, and no
                tool is notified of it.
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

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.8125rem] text-ink wrap-anywhere">{children}</code>;
}

const Variable = ({ name }: { name: string }) => <Code>{`$${name}`}</Code>;
