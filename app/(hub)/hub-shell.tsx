import { cache, type ReactNode } from "react";
import { HubFrame } from "@/components/shell/hub-frame";
import { SEARCH_FROM } from "@/components/ui/list-sizes";
import { findActiveBrand } from "@/lib/access/server";
import { countMyBrands, findBrandCard } from "@/lib/brands/server";
import { frameContext, requireSession } from "@/lib/web/auth/current-user";
import { readPlaces, searchBrands, searchContent, switchBrand } from "./actions";
import { shellBrand } from "./shell-brand";

type HubShellProps = {
  /** The URL's brand. Without it the frame shows the active brand. */
  brandId?: string;
  children: ReactNode;
};

const readFrame = cache(async (brandId: string | undefined) => {
  const { actor, name, email } = await requireSession();
  const ctx = await frameContext();
  const shown = brandId ?? (await findActiveBrand(ctx))?.id;
  const [card, brandCount] = await Promise.all([
    shown ? findBrandCard(ctx, { brandId: shown }) : null,
    countMyBrands(ctx, { atMost: SEARCH_FROM }),
  ]);
  return { user: { name, email, hubAdmin: actor.hubAdmin }, brand: card && shellBrand(ctx, card), brandCount };
});

export async function HubShell({ brandId, children }: HubShellProps) {
  return (
    <HubFrame {...(await readFrame(brandId))} actions={{ searchBrands, searchContent, readPlaces, switchBrand }}>
      {children}
    </HubFrame>
  );
}
