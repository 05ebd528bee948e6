import type { Metadata } from "next";
import { NewBrandScreen } from "@/components/new-brand/new-brand-screen";
import { PageHeader } from "@/components/ui/page-header";
import { requireSession } from "@/lib/web/auth/current-user";
import { checkSlugAction, previewWebsiteAction, searchKnownAction, suggestSlugAction } from "./actions";

export const metadata: Metadata = { title: "Create a brand" };

export default async function NewBrandPage() {
  await requireSession();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Create a brand"
        description="You become its owner. Its first version is published at once; everything can be changed later."
      />
      <NewBrandScreen
        checkSlug={checkSlugAction}
        suggestSlug={suggestSlugAction}
        searchKnown={searchKnownAction}
        previewWebsite={previewWebsiteAction}
      />
    </div>
  );
}
