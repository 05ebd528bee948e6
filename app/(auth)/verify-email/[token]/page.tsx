import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/link-forms";
import { EndedLink, QuestionPage } from "@/components/auth/mail-link-page";
import { LinkButton } from "@/components/ui/link-button";
import { accountLinkPath, findAccountLink } from "@/lib/access/server";
import { anonymousContext, currentSession } from "@/lib/web/auth/current-user";
import { signInPath } from "@/lib/web/auth/sign-in-page";
import { verifyAction } from "./actions";

export const metadata: Metadata = { title: "Confirm your email", robots: { index: false }, referrer: "no-referrer" };

type LinkPageProps = { params: Promise<{ token: string }> };

/** What the link opens by which a person proves their email: signed in, since the link alone proves nothing of who made the account. */
export default async function VerifyEmailPage({ params }: LinkPageProps) {
  const { token } = await params;
  const ctx = await anonymousContext();
  const [link, session] = await Promise.all([findAccountLink(ctx, { kind: "verify_email", token }), currentSession()]);
  if (!link) {
    return (
      <EndedLink
        text="It works for a day, and once. Your account has a new one for you."
        href="/account"
        link="Open the account"
      />
    );
  }
  if (!session) {
    return (
      <QuestionPage title="Confirm your email" text={`Sign in to the account of ${link.email} first.`}>
        <div className="flex flex-col gap-4">
          <LinkButton href={signInPath(accountLinkPath("verify_email", token))} variant="primary">
            Sign in
          </LinkButton>
          <p className="text-muted">
            You made no account here, or cannot sign in to it? Then somebody else used your email. Make the account
            yours by setting a new password.
          </p>
          <LinkButton href="/forgot-password">Set a new password</LinkButton>
        </div>
      </QuestionPage>
    );
  }
  return (
    <QuestionPage title="Is this email yours?" text={link.email}>
      <LinkForm
        label="Yes, confirm it"
        pendingLabel="Confirming…"
        act={verifyAction.bind(null, token)}
        done={{ title: "Your email is confirmed", text: link.email, href: "/", link: "Go on" }}
      />
    </QuestionPage>
  );
}
