import type { Metadata } from "next";
import { ForgotForm } from "@/components/auth/link-forms";
import { KeptMails, QuestionPage } from "@/components/auth/mail-link-page";
import { LinkButton } from "@/components/ui/text";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { askForReset } from "../link-actions";

export const metadata: Metadata = { title: "Forgot your password?", robots: { index: false } };

export default async function ForgotPasswordPage() {
  const { mail } = await anonymousContext();
  return (
    <QuestionPage
      title="Forgot your password?"
      text={mail.configured ? "We'll email you a link to set a new one." : undefined}
    >
      {mail.configured ? (
        <>
          <ForgotForm ask={askForReset} />
          <KeptMails readBy={mail.readBy} />
        </>
      ) : (
        <div className="flex flex-col gap-4">
          <p>
            This hub can't send email. Ask your administrator for a password reset link. If your account is linked to
            GitHub or Google, sign in with that.
          </p>
          <LinkButton href="/sign-in" variant="primary">
            Back to sign-in
          </LinkButton>
        </div>
      )}
    </QuestionPage>
  );
}
