import type { Metadata } from "next";
import { CheckForm } from "@/components/check/check-form";
import { PageHeader } from "@/components/ui/page-header";
import { languageName, languagesOf } from "@/lib/content";
import { getSnapshot } from "@/lib/publishing/server";
import { brandPage } from "@/lib/web/auth/current-user";
import type { BrandPageProps } from "../page-input";
import { check } from "./actions";

export const metadata: Metadata = { title: "Check" };

export default async function CheckPage({ params }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/check");
  const { id, name, identityVersion: version } = access.brand;
  const languages = languagesOf(await getSnapshot(ctx, { brandId: id, version }));
  const options = languages.map((value) => ({ value, label: languageName(value) }));
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Check"
        description={`Compares content with version ${version} of ${name}. The hub doesn’t store it.`}
      />
      <CheckForm languages={options} check={check.bind(null, id)} />
    </div>
  );
}
