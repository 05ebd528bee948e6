import type { Metadata } from "next";
import type { ReactNode } from "react";
import { HubShell } from "@/app/(hub)/hub-shell";
import { brandFrame } from "@/lib/web/auth/current-user";

type BrandLayoutProps = { params: Promise<{ brand: string }>; children: ReactNode };

const brandOf = async (slug: string) => (await brandFrame(slug)).access.brand;

export async function generateMetadata({ params }: BrandLayoutProps): Promise<Metadata> {
  const { name } = await brandOf((await params).brand);
  return { title: { default: name, template: `%s · ${name}` } };
}

/** The frame of a brand's pages. Non-members get a 404, and former slugs redirect. */
export default async function BrandLayout({ params, children }: BrandLayoutProps) {
  const brand = await brandOf((await params).brand);
  return <HubShell brandId={brand.id}>{children}</HubShell>;
}
