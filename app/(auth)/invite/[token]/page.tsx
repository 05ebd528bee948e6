import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ProviderIcon } from "@/components/auth/provider-icon";
import { ProviderButtons } from "@/components/auth/sign-in-form";
import { EndedInvitation, InvitationCard } from "@/components/invitation/ended-invitation";
import { AcceptForm, JoinForm, WrongAccount } from "@/components/invitation/join-form";
import { CenteredPage } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/text";
import { COMPANY_SIGN_IN, type Invitation } from "@/lib/access";
import { companyDomainOf, findInvitation, findMemberBrand, invitationPath } from "@/lib/access/server";
import { findInvitedBrand } from "@/lib/brands/server";
import { signThumbnail } from "@/lib/content/server";
import { env } from "@/lib/platform/config/env";
import { anonymousContext, currentSession } from "@/lib/web/auth/current-user";
import { configuredProviders } from "@/lib/web/auth/providers";
import { signInPath } from "@/lib/web/auth/sign-in-page";
import { acceptInvitationAction, joinAction } from "./actions";

export const metadata: Metadata = { title: "Invitation", robots: { index: false }, referrer: "no-referrer" };

type SignedOutProps = {
  invitation: Invitation;
  token: string;
  /** Set when single sign-on is the only way in for this email's domain. */
  companyDomain: string | null;
};

/**
 * Offers both sign-up and sign-in whether or not the email has an account, since the inviter can open this page too.
 */
function SignedOut({ invitation: { email }, token, companyDomain }: SignedOutProps) {
  const path = invitationPath(token);
  const providers = configuredProviders(env)
    .filter(({ id }) => companyDomain === null || id === COMPANY_SIGN_IN)
    .map(({ id, name }) => ({ id, name, icon: <ProviderIcon id={id} /> }));
  if (companyDomain !== null) {
    return (
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          {companyDomain} uses single sign-on. Sign in as {email} to accept.
        </p>
        <ProviderButtons providers={providers} callbackUrl={path} />
      </div>
    );
  }
  return (
    <>
      <JoinForm email={email} join={joinAction.bind(null, token)} />
      <div className="mt-4 flex flex-col gap-3 border-line border-t pt-4">
        <p className="text-muted">Already have an account with this email? Sign in to accept.</p>
        <LinkButton href={signInPath(path)}>Sign in</LinkButton>
        {providers.length > 0 ? <ProviderButtons providers={providers} callbackUrl={path} /> : null}
      </div>
    </>
  );
}

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const ctx = await anonymousContext();
  const [invitation, session] = await Promise.all([findInvitation(ctx, { token }), currentSession()]);
  if (invitation?.state !== "open") {
    const mine =
      session && invitation
        ? await findMemberBrand({ ...ctx, actor: session.actor }, { brandId: invitation.brand.id })
        : null;
    return (
      <CenteredPage>
        <EndedInvitation invitation={invitation} brandPath={mine && `/b/${mine.slug}`} now={ctx.now} />
      </CenteredPage>
    );
  }
  let content: ReactNode = (
    <SignedOut invitation={invitation} token={token} companyDomain={companyDomainOf(ctx, invitation.email)} />
  );
  if (session?.email === invitation.email) {
    const accept = acceptInvitationAction.bind(null, token);
    content = <AcceptForm name={session.name} email={session.email} accept={accept} />;
  } else if (session) {
    const path = invitationPath(token);
    content = <WrongAccount invited={invitation.email} signedIn={session.email} invitePath={path} />;
  }
  const brand = await findInvitedBrand(ctx, { token });
  const logo = brand?.cover
    ? {
        src: signThumbnail(ctx, { brandId: invitation.brand.id, file: brand.cover.item.file, px: 320 }),
        background: brand.cover.backgroundHex,
      }
    : null;
  return (
    <CenteredPage>
      <InvitationCard invitation={invitation} logo={logo} hexes={brand?.hexes ?? []}>
        {content}
      </InvitationCard>
    </CenteredPage>
  );
}
