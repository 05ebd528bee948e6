import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/link-forms";
import { EndedLink, QuestionPage } from "@/components/auth/mail-link-page";
import { findAccountLink } from "@/lib/access/server";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { undoAction } from "./actions";

export const metadata: Metadata = { title: "Keep this email", robots: { index: false }, referrer: "no-referrer" };

type LinkPageProps = { params: Promise<{ token: string }> };

export default async function UndoEmailChangePage({ params }: LinkPageProps) {
  const { token } = await params;
  const link = await findAccountLink(await anonymousContext(), { kind: "undo_email_change", token });
  if (!link) {
    return <EndedLink text="It works for seven days, and once." href="/sign-in" link="Sign in" />;
  }
  return (
    <QuestionPage
      title="Keep this email for your account?"
      text={`${link.email} stays or becomes the account’s email again. Every browser and program is signed out, and the password is cleared: whoever asked for the change may know it.`}
    >
      <LinkForm
        label="Keep this email"
        pendingLabel="Stopping…"
        act={undoAction.bind(null, token)}
        done={{
          title: "The account is yours again",
          text: "Set a new password now; the old one does not work any more.",
          href: "/forgot-password",
          link: "Set a new password",
        }}
      />
    </QuestionPage>
  );
}
