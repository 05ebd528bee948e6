import type { Metadata } from "next";
import { RegisterToolForm } from "@/components/admin/tool-forms";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { register, suggestSlug, tryUrl } from "../../actions";
import { adminPage } from "../../admin-page";

export const metadata: Metadata = { title: "Register a tool" };

export default async function RegisterToolPage() {
  const { baseUrl, secrets } = await adminPage();
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageHeader
        above={<Breadcrumbs items={[{ label: "Tools of the hub", href: "/admin/tools" }]} />}
        title="Register a tool"
        description="Its name and the URL of its webhook receiver are enough to begin with. Afterwards you choose the brands that may use it."
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
