import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/area-cards";
import { RequirementSwitch } from "@/components/two-factor/requirement-switch";
import { Section } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { readAdminsNeedTwoFactor } from "@/lib/access/server";
import { adminPage } from "../admin-page";
import { requireTwoFactor } from "./actions";

export const metadata: Metadata = { title: "Sign-in policy" };

export default async function AdminSignInPage() {
  const on = await readAdminsNeedTwoFactor(await adminPage());
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Sign-in policy" description="How administrators must sign in." />
      <AdminNav current="/admin/sign-in" />
      <Section
        split
        title="Two-factor authentication"
        description="Applies to administration pages. Each brand has its own setting."
      >
        <RequirementSwitch
          require={requireTwoFactor}
          on={on}
          label="Require two-factor authentication for hub administrators"
          hint="Use a passkey, an authenticator app or single sign-on."
          effect="Administrators signed in without a second factor can’t open administration until they confirm with one or set one up."
          reason={null}
        />
      </Section>
    </div>
  );
}
