import type { Metadata } from "next";
import { NewBrandScreen } from "@/components/new-brand/new-brand-screen";
import { PageHeader } from "@/components/ui/page-header";
import { env } from "@/lib/platform/config/env";
import { requireSession } from "@/lib/web/auth/current-user";
import { checkSlugAction, previewWebsiteAction, searchKnownAction, suggestSlugAction } from "./actions";

export const metadata: Metadata = { title: "Create brand" };

export default async function NewBrandPage() {
  await requireSession();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Create brand"
        description="You’ll be the owner. The first version is published at once. You can change everything later."
      />
      <NewBrandScreen
        checkSlug={checkSlugAction}
        suggestSlug={suggestSlugAction}
        searchKnown={searchKnownAction}
        previewWebsite={previewWebsiteAction}
        fetchesWebsites={env.WEBSITE_IMPORT === "on"}
      />
    </div>
  );
}
