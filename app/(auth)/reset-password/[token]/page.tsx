import type { Metadata } from "next";
import { ResetForm } from "@/components/auth/link-forms";
import { EndedLink, QuestionPage } from "@/components/auth/mail-link-page";
import { findAccountLink } from "@/lib/access/server";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { resetAction } from "../../link-actions";

export const metadata: Metadata = { title: "Set a new password", robots: { index: false }, referrer: "no-referrer" };

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await findAccountLink(await anonymousContext(), { kind: "reset_password", token });
  if (!link) {
    return (
      <EndedLink
        text="Links expire after 1 hour and work once. Request a new one."
        href="/forgot-password"
        link="Request new link"
      />
    );
  }
  return (
    <QuestionPage title="Set a new password" text={link.email}>
      <ResetForm email={link.email} reset={resetAction.bind(null, token)} />
    </QuestionPage>
  );
}
