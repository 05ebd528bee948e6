import type { Metadata } from "next";
import { viewsOfLook } from "@/components/identity/entry-lists";
import { IdentityEditor } from "@/components/identity/identity-editor";
import { Badge } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { signFiles } from "@/lib/content/server";
import { brandPage } from "@/lib/web/auth/brand-page";
import { DraftScope, openDraftOnce } from "../draft-scope";
import { signFilesAction } from "../file-actions";
import { previewIdentityAction } from "./actions";

export const metadata: Metadata = { title: "Identity" };

type IdentityPageProps = { params: Promise<{ brand: string }> };

export default async function IdentityPage({ params }: IdentityPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/identity");
  const { id, identityVersion } = access.brand;
  const { document } = await openDraftOnce(ctx, id);
  const signedUrls = await signFiles(ctx, { brandId: id, views: viewsOfLook(document).slice(0, 200) });
  return (
    <DraftScope ctx={ctx} brandId={id}>
      <PageHeader
        className="mb-6"
        title="Identity"
        description="What the brand is and how it speaks. Tools get changes when you publish."
        badges={<Badge>Version {identityVersion}</Badge>}
      />
      <IdentityEditor preview={previewIdentityAction} signedUrls={signedUrls} signFiles={signFilesAction} />
    </DraftScope>
  );
}
