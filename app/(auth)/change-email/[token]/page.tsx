import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/link-forms";
import { EndedLink, QuestionPage } from "@/components/auth/mail-link-page";
import { findAccountLink } from "@/lib/access/server";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { changeAction } from "../../link-actions";

export const metadata: Metadata = { title: "Change your email", robots: { index: false }, referrer: "no-referrer" };

export default async function ChangeEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await findAccountLink(await anonymousContext(), { kind: "change_email", token });
  if (!link) {
    return (
      <EndedLink
        text="Links expire after 24 hours and work once. This one may have been cancelled or replaced by a newer one."
        href="/account"
        link="Open your account"
      />
    );
  }
  return (
    <QuestionPage title="Use this email to sign in?" text={link.email}>
      <LinkForm
        label="Use this email"
        pendingLabel="Changing…"
        act={changeAction.bind(null, token)}
        done={{
          title: "Email changed",
          text: `You now sign in with ${link.email}.`,
          href: "/account",
          link: "Open your account",
        }}
      />
    </QuestionPage>
  );
}
