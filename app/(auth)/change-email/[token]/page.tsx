import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/link-forms";
import { EndedLink, QuestionPage } from "@/components/auth/mail-link-page";
import { findAccountLink } from "@/lib/access/server";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { changeAction } from "./actions";

export const metadata: Metadata = { title: "Use this email", robots: { index: false }, referrer: "no-referrer" };

type LinkPageProps = { params: Promise<{ token: string }> };

export default async function ChangeEmailPage({ params }: LinkPageProps) {
  const { token } = await params;
  const link = await findAccountLink(await anonymousContext(), { kind: "change_email", token });
  if (!link) {
    return (
      <EndedLink
        text="It works for a day, and once. It may have been stopped, or replaced by a newer one."
        href="/account"
        link="Open the account"
      />
    );
  }
  return (
    <QuestionPage title="Sign in with this email from now on?" text={link.email}>
      <LinkForm
        label="Yes, use it"
        pendingLabel="Changing…"
        act={changeAction.bind(null, token)}
        done={{
          title: "Your email is changed",
          text: `From now on you sign in with ${link.email}.`,
          href: "/account",
          link: "Open the account",
        }}
      />
    </QuestionPage>
  );
}
