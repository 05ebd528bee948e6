import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { HubShell } from "@/app/(hub)/hub-shell";
import { brandFrame } from "@/lib/web/auth/brand-page";
import { PATH_HEADER } from "@/lib/web/auth/request-path";

type BrandLayoutProps = { params: Promise<{ brand: string }>; children: ReactNode };

/** The path after the slug, so that a former slug redirects to the same page. */
async function restOfPath(slug: string): Promise<string> {
  const path = (await headers()).get(PATH_HEADER) ?? "";
  const start = `/b/${slug}`;
  return path.startsWith(`${start}/`) ? path.slice(start.length) : "";
}

const brandOf = async (slug: string) => (await brandFrame(slug, await restOfPath(slug))).access.brand;

export async function generateMetadata({ params }: BrandLayoutProps): Promise<Metadata> {
  const { name } = await brandOf((await params).brand);
  return { title: { default: name, template: `%s · ${name}` } };
}

/** The frame of a brand's pages. Non-members get a 404, and former slugs redirect. */
export default async function BrandLayout({ params, children }: BrandLayoutProps) {
  const brand = await brandOf((await params).brand);
  return <HubShell brandId={brand.id}>{children}</HubShell>;
}
