import { Unlink } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { RevealButton, RevealHolder } from "@/components/tool-setup/reveal-holder";
import { SetupPage } from "@/components/tool-setup/setup-page";
import { Card, CenteredPage } from "@/components/ui/card";
import { EmptyState, Notice } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { countFailedCredential } from "@/lib/api/budget";
import { setUpSamples } from "@/lib/api/docs/server";
import type { WaitingSetupLink } from "@/lib/integrations";
import { openSetupLink, readSetUp } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { RateLimited } from "@/lib/platform/errors";
import { setupLinkCookieName } from "@/lib/web/auth/cookies";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { revealAction, setUrlAction, testAction } from "./actions";

export const metadata: Metadata = { title: "Tool setup", robots: { index: false }, referrer: "no-referrer" };

/** Shows the reveal button, then the setup page in the browser that used it. Every other browser sees an ended link. */
export default async function ToolSetupPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const ctx = await anonymousContext();
  const holder = (await cookies()).get(setupLinkCookieName(env.HUB_BASE_URL, token))?.value;
  const opened = await openSetupLink(ctx, { token, holder });
  if (!opened) {
    await countFailedCredential(ctx).catch((error: unknown) => {
      if (!(error instanceof RateLimited)) throw error;
    });
    return <EndedSetupLink />;
  }
  return (
    <RevealHolder reveal={revealAction.bind(null, token)} baseUrl={env.HUB_BASE_URL}>
      {opened.phase === "waiting" ? (
        <Waiting link={opened} />
      ) : (
        <SetupPage
          setUp={await readSetUp(ctx, opened.found)}
          baseUrl={env.HUB_BASE_URL}
          samples={await setUpSamples(env.HUB_BASE_URL)}
          now={ctx.now}
          actions={{ setUrl: setUrlAction.bind(null, token), sendTest: testAction.bind(null, token) }}
        />
      )}
    </RevealHolder>
  );
}

function Waiting({ link: { tool, name, maker, expiresAt } }: { link: WaitingSetupLink }) {
  return (
    <CenteredPage size="md">
      <div className="mb-6 text-center">
        <h1 className="text-balance font-semibold text-[1.375rem] leading-8 tracking-[-0.015em] wrap-anywhere">
          Credentials for {tool.name}
        </h1>
        <p className="mt-1 text-balance text-muted wrap-anywhere">
          “{name}”, from {maker ?? "an administrator of this hub"}
        </p>
      </div>
      <Card>
        <div className="flex flex-col gap-4">
          <p>
            A child app token, with which {tool.name} calls this hub, and a secret, with which it verifies webhooks.
            Both are generated when you press the button and shown once, in this browser only.
          </p>
          <p className="text-muted">
            Open your secret manager first. The link expires{" "}
            <Moment value={expiresAt} className="font-medium text-ink" />.
          </p>
          {tool.disabled ? (
            <Notice tone="warning" title="This tool is disabled">
              Ask {maker ?? "the person who sent this link"} to enable it. The link stays valid.
            </Notice>
          ) : null}
          <RevealButton disabledReason={tool.disabled ? "The tool is disabled." : null} />
        </div>
      </Card>
    </CenteredPage>
  );
}

function EndedSetupLink() {
  return (
    <CenteredPage>
      <EmptyState level={1} icon={<Unlink />} title="This link no longer works">
        Setup links expire and work once. If you used it before, return in the same browser. If you didn’t, ask the
        person who sent it for a new one and tell them that it was used.
      </EmptyState>
    </CenteredPage>
  );
}
