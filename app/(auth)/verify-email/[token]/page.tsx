import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/link-forms";
import { EndedLink, QuestionPage } from "@/components/auth/mail-link-page";
import { LinkButton } from "@/components/ui/text";
import { accountLinkPath, findAccountLink } from "@/lib/access/server";
import { anonymousContext, currentSession } from "@/lib/web/auth/current-user";
import { signInPath } from "@/lib/web/auth/sign-in-page";
import { verifyAction } from "../../link-actions";

export const metadata: Metadata = { title: "Confirm your email", robots: { index: false }, referrer: "no-referrer" };

/** Requires a session: the link alone doesn't prove who created the account. */
export default async function VerifyEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const ctx = await anonymousContext();
  const [link, session] = await Promise.all([findAccountLink(ctx, { kind: "verify_email", token }), currentSession()]);
  if (!link) {
    return (
      <EndedLink
        text="Links expire after 24 hours and work once. Request a new one in your account."
        href="/account"
        link="Open your account"
      />
    );
  }
  if (!session) {
    return (
      <QuestionPage title="Confirm your email" text={`Sign in as ${link.email} first.`}>
        <div className="flex flex-col gap-4">
          <LinkButton href={signInPath(accountLinkPath("verify_email", token))} variant="primary">
            Sign in
          </LinkButton>
          <p className="text-muted">
            Didn’t create this account, or can’t sign in? Somebody else may have used your email. Set a new password to
            take over the account.
          </p>
          <LinkButton href="/forgot-password">Set new password</LinkButton>
        </div>
      </QuestionPage>
    );
  }
  return (
    <QuestionPage title="Confirm your email" text={link.email}>
      <LinkForm
        label="Confirm email"
        pendingLabel="Confirming…"
        act={verifyAction.bind(null, token)}
        done={{ title: "Email confirmed", text: link.email, href: "/", link: "Continue" }}
      />
    </QuestionPage>
  );
}
