import type { Metadata } from "next";
import { IdentityEditor } from "@/components/identity/identity-editor";
import { Badge } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { brandPage } from "@/lib/web/auth/brand-page";
import { DraftScope, lookOfDraft } from "../draft-scope";
import { previewIdentityAction } from "./actions";

export const metadata: Metadata = { title: "Identity" };

type IdentityPageProps = { params: Promise<{ brand: string }> };

export default async function IdentityPage({ params }: IdentityPageProps) {
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
