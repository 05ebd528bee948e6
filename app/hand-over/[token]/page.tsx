import { Unlink } from "lucide-react";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { RevealButton, RevealHolder } from "@/components/hand-over/reveal-holder";
import { SetUpPage } from "@/components/hand-over/set-up-page";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { CenteredPage } from "@/components/ui/page-header";
import { countFailedCredential } from "@/lib/api/budget";
import { setUpSamples } from "@/lib/api/docs/server";
import type { WaitingHandOver } from "@/lib/integrations";
import { openHandOver, readSetUp } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { RateLimited } from "@/lib/platform/errors";
import { setupLinkCookieName } from "@/lib/web/auth/cookies";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { revealAction, setUrlAction, testAction } from "./actions";

export const metadata: Metadata = { title: "Set up a tool", robots: { index: false }, referrer: "no-referrer" };

type HandOverPageProps = { params: Promise<{ token: string }> };

/** What a hand-over link opens: the button that reveals, then the set-up page for the browser that pressed it, and for everybody else that it does nothing. */
export default async function HandOverPage({ params }: HandOverPageProps) {
  const { token } = await params;
  const ctx = await anonymousContext();
  const holder = (await cookies()).get(setupLinkCookieName(env.HUB_BASE_URL, token))?.value;
  const opened = await openHandOver(ctx, { token, holder });
  if (!opened) {
    await countFailedCredential(ctx).catch((error: unknown) => {
      if (!(error instanceof RateLimited)) throw error;
    });
    return <EndedHandOver />;
  }
  return (
    <RevealHolder reveal={revealAction.bind(null, token)} baseUrl={env.HUB_BASE_URL}>
      {opened.phase === "waiting" ? (
        <Waiting link={opened} />
      ) : (
        <SetUpPage
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

function Waiting({ link: { tool, name, maker, expiresAt } }: { link: WaitingHandOver }) {
  return (
    <CenteredPage size="md">
      <div className="mb-6 text-center">
        <h1 className="text-balance font-semibold text-[1.375rem] leading-8 tracking-[-0.015em] wrap-anywhere">
          The credentials of {tool.name}
        </h1>
        <p className="mt-1 text-balance text-muted wrap-anywhere">
          From {maker ?? "an administrator of this hub"}, for “{name}”.
        </p>
      </div>
      <Card>
        <div className="flex flex-col gap-4">
          <p>
            A child app token, with which {tool.name} calls this hub, and a secret, with which it verifies the hub’s
            webhooks. Both are made when you press the button, are shown this once, and go to this browser alone.
          </p>
          <p className="text-muted">
            Have the place open where you keep secrets. The link works until{" "}
            <Moment value={expiresAt} className="font-medium text-ink" />.
          </p>
          {tool.disabled ? (
            <Notice tone="warning" title="The tool is disabled">
              Nothing is shown while it is. The link stays good: ask {maker ?? "who gave it to you"}, and come back.
            </Notice>
          ) : null}
          <RevealButton disabledReason={tool.disabled ? "The tool is disabled for now." : null} />
        </div>
      </Card>
    </CenteredPage>
  );
}

/** Alike for a link that was used, has ended, or never was. */
function EndedHandOver() {
  return (
    <CenteredPage>
      <EmptyState level={1} icon={<Unlink />} title="This link does not work any more">
        It works once, and for a time. If you were here before, come back in the same browser; if it showed you nothing,
        ask who gave it to you for another, and tell them that it was used.
      </EmptyState>
    </CenteredPage>
  );
}
