"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { EDITING_PAGES } from "@/lib/presence";
import { tellReviewLive } from "../review-live";
import { pathInBrand } from "../sections";
import type { ShellBrand } from "../types";
import { tellVersionLive } from "../version-live";
import { AlsoEditing, AlsoEditingLine } from "./also-editing";
import { useLiveBrand } from "./use-live-brand";
import { VersionNotice } from "./version-notice";

/** What happens to the brand of an open page while it is looked at: another version goes live, somebody else edits. */
export function LiveBrand({ brand, rail }: { brand: ShellBrand; rail: HTMLElement | null }) {
  const router = useRouter();
  const segment = pathInBrand(usePathname())?.split("/")[1];
  const page = EDITING_PAGES.find((one) => one === segment) ?? null;
  const live = useLiveBrand(brand.slug, page);
  const version = live?.version ?? 0;
  useEffect(() => {
    if (version > brand.version) tellVersionLive();
  }, [version, brand.version]);
  const review = live?.review;
  // A page that is gone to was made before it hears of anything else.
  useEffect(() => {
    if (review !== undefined && segment === "review") tellReviewLive(review);
  }, [review, segment]);
  if (!live) return null;
  return (
    <>
      <VersionNotice live={live} shown={brand.version} base={`/b/${brand.slug}`} onShow={() => router.refresh()} />
      <AlsoEditingLine editing={live.editing} />
      {rail ? createPortal(<AlsoEditing editing={live.editing} />, rail) : null}
    </>
  );
}
