import type { Metadata } from "next";
import { EmailForm, NameForm, ThemeToggle } from "@/components/account/own-forms";
import { Card, Section } from "@/components/ui/card";
import { readAccount } from "@/lib/access/server";
import { pageContext } from "@/lib/web/auth/current-user";
import { askToChangeEmail, askToVerify, rename } from "./actions";

export const metadata: Metadata = { title: "Account" };

export default async function ProfilePage() {
  const ctx = await pageContext();
  const account = await readAccount(ctx);
  return (
    <>
      <Section split title="Name" description="Shown to members of your brands and in activity logs.">
        <NameForm rename={rename} name={account.name} />
      </Section>
      <Section split title="Email" description="Used for sign-in and invitations.">
        <EmailForm
          onlyBy={account.onlyBy}
          email={account.email}
          verified={account.emailVerified}
          mail={{ configured: ctx.mail.configured, readBy: ctx.mail.readBy }}
          askToVerify={askToVerify}
          askToChange={askToChangeEmail}
        />
      </Section>
      <Section split title="Theme" description="Applies to this browser.">
        <Card>
          <ThemeToggle />
        </Card>
      </Section>
    </>
  );
}
