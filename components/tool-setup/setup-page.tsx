import { Circle, CircleCheck } from "lucide-react";
import { AutoRefresh } from "@/components/developers/auto-refresh";
import { Samples } from "@/components/guide/part";
import { Card, Section } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { cx } from "@/components/ui/styles";
import { Code, DescriptionList, TextLink } from "@/components/ui/text";
import type { SetUpSamples } from "@/lib/api/docs/server";
import type { SetUp, SetUpOptions, SetUpSteps as Steps } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";
import { WebhookPanel } from "./webhook-panel";

const STEPS: { step: keyof Steps; todo: string; done: string }[] = [
  {
    step: "bundleRead",
    todo: "Read a brand’s bundle with the child app token.",
    done: "First bundle read.",
  },
  {
    step: "webhookAnswered",
    todo: "Verify a webhook and answer it 2xx. Send a test below.",
    done: "First webhook answered.",
  },
  { step: "eventSent", todo: "Send an event about a brand.", done: "First event sent." },
];

function SetupSteps({ steps }: { steps: Steps }) {
  return (
    <Card flush>
      <ol aria-live="polite" className="divide-y divide-line">
        {STEPS.map(({ step, todo, done }) => (
          <li key={step} className="flex items-start gap-3 px-4 py-3">
            {steps[step] ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <p className={cx("min-w-0", !steps[step] && "text-muted")}>
              <span className="sr-only">{steps[step] ? "Done: " : "To do: "}</span>
              {steps[step] ? done : todo}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Covers one long setup session. */
const WATCHED_MS = 60 * 60_000;

type Warning = SetUpOptions["warnings"][number];

const WARNINGS: Record<Warning, { title: string; text: (who: string) => string }> = {
  disabled: {
    title: "This tool is disabled",
    text: (who) => `The hub answers 403 and sends no webhooks until ${who} enables it.`,
  },
  credentials_ended: {
    title: "These credentials no longer work",
    text: (who) => `They were revoked or replaced. If you didn’t get new ones, ask ${who} for a new link.`,
  },
  token_ended: {
    title: "This child app token no longer works",
    text: (who) => `It was revoked or replaced. If you didn’t get a new one, ask ${who} for a new link.`,
  },
  secret_ended: {
    title: "This signing secret no longer works",
    text: (who) => `It was revoked or replaced. If you didn’t get a new one, ask ${who} for a new link.`,
  },
  no_brand: {
    title: "No brands yet",
    text: (who) => `Ask ${who} to give this tool access to a brand.`,
  },
  no_url: {
    title: "No webhook URL",
    text: () => "Enter the URL of your receiver below.",
  },
  off: {
    title: "Webhooks are off",
    text: (who) => `They were turned off for every brand, manually or after failures. Ask ${who} to turn them on.`,
  },
};

type SetupPageProps = {
  setUp: SetUp;
  baseUrl: string;
  samples: SetUpSamples;
  now: Date;
  actions: { setUrl: (form: FormData) => Promise<FormResult>; sendTest: () => Promise<FormResult> };
};

export function SetupPage({ setUp, baseUrl, samples, now, actions }: SetupPageProps) {
  const { tool, maker, revealedAt, expiresAt, brands, moreBrands, options, steps } = setUp;
  const who = maker ?? "an administrator of the hub";
  const allDone = steps.bundleRead && steps.webhookAnswered && steps.eventSent;
  const [first] = brands;
  const environment = [
    `export HUB_URL=${baseUrl}`,
    `export HUB_TOOL=${tool.slug}`,
    "export HUB_TOKEN=…            # the child app token",
    "export HUB_WEBHOOK_SECRET=…   # the webhook signing secret",
    `export BRAND_ID=${first?.id ?? "…"}`,
  ].join("\n");
  return (
    <main id="content" tabIndex={-1} className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-5 py-10">
      {allDone ? null : <AutoRefresh lastsMs={WATCHED_MS} />}
      <PageHeader
        title={`Set up ${tool.name}`}
        description={
          <>
            You got the credentials on <Moment value={revealedAt} />. They are not shown again. This page stays open in
            this browser until <Moment value={expiresAt} />.
          </>
        }
      />
      {options.warnings.length > 0 ? (
        <div className="flex flex-col gap-3">
          {options.warnings.map((warning) => (
            <Notice key={warning} tone="warning" title={WARNINGS[warning].title}>
              {WARNINGS[warning].text(who)}
            </Notice>
          ))}
        </div>
      ) : null}
      <Section title="Progress" description="Updates automatically.">
        <SetupSteps steps={steps} />
      </Section>
      <Section title="Webhooks" description="The hub posts to this URL whenever a brand publishes.">
        <WebhookPanel
          url={setUp.webhookUrl}
          urlReason={options.urlReason}
          testReason={options.testReason}
          lastTest={setUp.lastTest}
          now={now}
          actions={actions}
        />
      </Section>
      <Section title="API URLs">
        <Card>
          <DescriptionList
            items={[
              { term: "Hub", value: <Url>{baseUrl}</Url> },
              { term: "Brand bundle", value: <Url>{`${baseUrl}/api/public/v1/brand/by-id/{id}/bundle`}</Url> },
              { term: "Events", value: <Url>{`${baseUrl}/api/public/v1/events`}</Url> },
              {
                term: "Brands",
                value:
                  brands.length > 0 ? (
                    <ul className="flex flex-col gap-1">
                      {brands.map(({ id, name }) => (
                        <li key={id}>
                          {name} <Url>{id}</Url>
                        </li>
                      ))}
                      {moreBrands > 0 ? <li className="text-muted">and {moreBrands} more</li> : null}
                    </ul>
                  ) : (
                    <span className="text-muted">None yet</span>
                  ),
              },
              {
                term: "Documentation",
                value: (
                  <TextLink external href="/docs/quickstart">
                    Quickstart
                  </TextLink>
                ),
              },
            ]}
          />
        </Card>
      </Section>
      <Section
        title="Try it"
        description="The samples read these variables. They need Node 20 or Python 3.9, and nothing else."
      >
        <div className="flex flex-col gap-6">
          <CodeBlock code={environment} label="Environment variables" wrap={false} />
          {samples.map(({ title, samples: [...code] }) => (
            <Section key={title} level={3} title={title}>
              <Samples samples={code} name={title} />
            </Section>
          ))}
        </div>
      </Section>
      <Section title="Lost credentials">
        <p className="max-w-prose text-muted">
          They can’t be shown again. Ask {who} for a new link, and to revoke the lost ones. They keep working until
          then.
        </p>
      </Section>
    </main>
  );
}

function Url({ children }: { children: string }) {
  return <Code className="wrap-anywhere">{children}</Code>;
}
