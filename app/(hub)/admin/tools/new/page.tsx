import type { Metadata } from "next";
import { RegisterToolForm } from "@/components/admin/tool-forms";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { register, suggestSlug, tryUrl } from "../../actions";
import { adminPage } from "../../admin-page";

export const metadata: Metadata = { title: "Register tool" };

export default async function RegisterToolPage() {
  const { baseUrl, secrets } = await adminPage();
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageHeader
        above={<Breadcrumbs items={[{ label: "Tools", href: "/admin/tools" }]} />}
        title="Register tool"
        description="Next, choose which brands can use it."
      />
      <RegisterToolForm
        save={register}
        suggestSlug={suggestSlug}
        tryUrl={tryUrl}
        baseUrl={baseUrl}
        seals={secrets.encryption.length > 0}
      />
    </div>
  );
}
