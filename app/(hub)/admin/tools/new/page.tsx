import type { Metadata } from "next";
import { ToolForm } from "@/components/admin/tool-form";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageHeader } from "@/components/ui/page-header";
import { register, suggestSlug, tryUrl } from "../../actions";
import { adminPage } from "../../admin-page";

export const metadata: Metadata = { title: "Register a tool" };

/** Makes a tool known to the hub. */
export default async function RegisterToolPage() {
  const { baseUrl } = await adminPage();
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageHeader
        above={<Breadcrumbs items={[{ label: "Tools of the hub", href: "/admin/tools" }]} />}
        title="Register a tool"
        description="Afterwards you get its app token and its webhook signing secret, each shown once, and can grant it to brands."
      />
      <ToolForm save={register} suggestSlug={suggestSlug} tryUrl={tryUrl} baseUrl={baseUrl} />
    </div>
  );
}
