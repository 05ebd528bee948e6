import type { Metadata } from "next";
import { IdentityEditor } from "@/components/identity/identity-editor";
import { Badge } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { brandPage } from "@/lib/web/auth/current-user";
import { DraftScope, lookOfDraft } from "../draft-scope";
import { previewIdentityAction } from "./actions";

export const metadata: Metadata = { title: "Identity" };

export default async function IdentityPage({ params }: { params: Promise<{ brand: string }> }) {
  const { ctx, access } = await brandPage((await params).brand, "/identity");
  const { id, identityVersion } = access.brand;
  return (
    <DraftScope ctx={ctx} brandId={id}>
      <PageHeader
        className="mb-6"
        title="Identity"
        description="What the brand is and how it speaks. Tools get the published version."
        badges={<Badge>Version {identityVersion}</Badge>}
      />
      <IdentityEditor preview={previewIdentityAction} {...(await lookOfDraft(ctx, id))} />
    </DraftScope>
  );
}
