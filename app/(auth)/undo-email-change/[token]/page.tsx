import type { Metadata } from "next";
import { LinkForm } from "@/components/auth/link-forms";
import { EndedLink, QuestionPage } from "@/components/auth/mail-link-page";
import { findAccountLink } from "@/lib/access/server";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { undoAction } from "../../link-actions";

export const metadata: Metadata = { title: "Keep this email", robots: { index: false }, referrer: "no-referrer" };

export default async function UndoEmailChangePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await findAccountLink(await anonymousContext(), { kind: "undo_email_change", token });
  if (!link) {
    return <EndedLink text="Links expire after 7 days and work once." href="/sign-in" link="Sign in" />;
  }
  return (
    <QuestionPage
      title="Keep this email?"
      text={`${link.email} will be your account’s email. You’ll be signed out everywhere, and your password will be removed, because the person who asked for the change may know it.`}
    >
      <LinkForm
        label="Keep this email"
        pendingLabel="Restoring…"
        act={undoAction.bind(null, token)}
        done={{
          title: "Email restored",
          text: "Your old password no longer works. Set a new one now.",
          href: "/forgot-password",
          link: "Set new password",
        }}
      />
    </QuestionPage>
  );
}
