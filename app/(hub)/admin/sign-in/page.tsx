import type { Metadata } from "next";
import { AdminNav } from "@/components/admin/area-cards";
import { RequirementSwitch } from "@/components/two-step/requirement-switch";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { readTwoStepOfAdmins } from "@/lib/access/server";
import { adminPage } from "../admin-page";
import { requireTwoStep } from "./actions";

export const metadata: Metadata = { title: "Signing in to the hub" };

export default async function AdminSignInPage() {
  const on = await readTwoStepOfAdmins(await adminPage());
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Signing in" description="What the hub asks of those who administer it." />
      <AdminNav current="/admin/sign-in" />
      <Section
        split
        title="Two-step sign-in"
        description="A password alone then opens no page of the administration. Brands decide for themselves, in their settings."
      >
        <RequirementSwitch
          require={requireTwoStep}
          on={on}
          label="Require two-step sign-in of hub administrators"
          hint="By a passkey, a code of an authenticator app, or the company’s own sign-in."
          effect="Hub administrators who signed in without a second step get no page of the administration until they have confirmed with one, or set one up."
          reason={null}
        />
      </Section>
    </div>
  );
}
