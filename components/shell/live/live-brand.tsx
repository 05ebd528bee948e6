"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { Avatar } from "@/components/ui/avatar";
import { Moment } from "@/components/ui/moment";
import { EDITING_PAGES, type Presence } from "@/lib/publishing";
import { announceReview, announceVersion } from "../live-events";
import { pathInBrand, SECTIONS } from "../sections";
import type { ShellBrand } from "../types";
import { useLiveBrand } from "./use-live-brand";
import { VersionNotice } from "./version-notice";

const pageName = ({ page }: Presence) => SECTIONS.find(({ path }) => path === `/${page}`)?.label ?? page;

const listed = new Intl.ListFormat("en", { type: "conjunction" });
const MAX_NAMES = 2;

/** For example `Ada Admin (Palette) and Edda Editor (Identity) are editing too`. */
function editingText(editing: readonly Presence[]): string {
  const named = editing.slice(0, MAX_NAMES).map((one) => `${one.name} (${pageName(one)})`);
  const more = editing.length - named.length;
  const who = listed.format([...named, ...(more > 0 ? [`${more} more`] : [])]);
  return `${who} ${editing.length === 1 ? "is" : "are"} editing too`;
}

function AlsoEditing({ editing }: { editing: readonly Presence[] }) {
  if (editing.length === 0) return null;
  return (
    <section aria-labelledby="also-editing" className="px-2.5 py-2">
      <h2 id="also-editing" className="mb-2 font-medium text-[0.8125rem] text-muted">
        Also editing
      </h2>
      <ul className="flex flex-col gap-2">
        {editing.map((one) => (
          <li key={one.userId} className="flex min-w-0 items-center gap-2">
            <Avatar name={one.name} size="sm" />
            <span className="flex min-w-0 flex-col leading-4">
              <span dir="auto" className="truncate text-[0.8125rem]">
                {one.name}
              </span>
              <span className="truncate text-muted text-xs">
                {pageName(one)}, since <Moment value={new Date(one.sinceMs)} precision="time" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AlsoEditingLine({ editing }: { editing: readonly Presence[] }) {
  if (editing.length === 0) return null;
  return (
    <p className="border-line border-b bg-sunken px-5 py-1.5 text-[0.8125rem] text-muted sm:px-8 lg:hidden">
      {editingText(editing)}
    </p>
  );
}

/** Reports new versions and other editors while a brand's page is open. */
export function LiveBrand({ brand, rail }: { brand: ShellBrand; rail: HTMLElement | null }) {
  const router = useRouter();
  const segment = pathInBrand(usePathname())?.split("/")[1];
  const page = EDITING_PAGES.find((one) => one === segment) ?? null;
  const live = useLiveBrand(brand.slug, page);
  const version = live?.version ?? 0;
  useEffect(() => {
    if (version > brand.version) announceVersion();
  }, [version, brand.version]);
  const review = live?.review;
  // Depends on the segment too, so a page opened later gets the current mark.
  useEffect(() => {
    if (review !== undefined && segment === "review") announceReview(review);
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
