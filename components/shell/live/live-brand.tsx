"use client";

import { X } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Avatar } from "@/components/ui/avatar";
import { Button, IconButton } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import { Moment } from "@/components/ui/moment";
import { TextLink } from "@/components/ui/text";
import { EDITING_PAGES, type LiveBrand as LiveState, type Presence } from "@/lib/publishing";
import { announceReview, announceVersion } from "../live-events";
import { pathInBrand, SECTIONS } from "../sections";
import type { ShellBrand } from "../types";
import { howItWentLive, listen } from "./listen";

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
    <section
      aria-label="Also editing"
      className="border-line border-b bg-sunken px-5 py-1.5 text-[0.8125rem] text-muted sm:px-8 lg:hidden"
    >
      {editingText(editing)}
    </section>
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

/** A shorter response means that connections can't stay open here, so polling waits for `ASK_AGAIN_MS`. */
const SHORT_MS = 10_000;
const POLL_AGAIN_MS = 10_000;
const RETRY_MS = { first: 2_000, longest: 120_000 };

/**
 * Returns a brand's live state, updated while the window is visible, or null until it is known. `page` tells other
 * editors which page is being edited.
 */
function useLiveBrand(slug: string, page: string | null): LiveState | null {
  const [state, setState] = useState<{ slug: string; live: LiveState } | null>(null);
  useEffect(() => {
    const url = `/b/${slug}/live${page ? `?page=${page}` : ""}`;
    let listening: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const open = async () => {
      clearTimeout(timer);
      if (listening || document.visibilityState === "hidden") return;
      const mine = new AbortController();
      listening = mine;
      const startedMs = performance.now();
      let waitMs = 0;
      try {
        const end = await listen(url, { signal: mine.signal, onUpdate: (live) => setState({ slug, live }) });
        if (end === "refused") return;
        failures = 0;
        waitMs = performance.now() - startedMs < SHORT_MS ? POLL_AGAIN_MS : 0;
      } catch {
        failures += 1;
        waitMs = Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.longest);
      }
      if (mine.signal.aborted) return;
      listening = null;
      timer = setTimeout(open, waitMs);
    };
    const close = () => {
      clearTimeout(timer);
      listening?.abort();
      listening = null;
    };
    const onVisible = () => (document.visibilityState === "hidden" ? close() : void open());
    void open();
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      close();
    };
  }, [slug, page]);
  return state?.slug === slug ? state.live : null;
}

/** The page's own publish usually shows its version within this time. */
const OWN_MS = 2_500;

type VersionNoticeProps = {
  live: LiveState;
  shown: number;
  base: string;
  onShow: () => void;
};

/** Announces a newer version. The page keeps its version until the reader asks for the new one. */
function VersionNotice({ live, shown, base, onShow }: VersionNoticeProps) {
  const { version, byYou } = live;
  const [announced, setAnnounced] = useState(0);
  const [dismissed, setDismissed] = useState(0);
  const newer = version > shown;
  useEffect(() => {
    if (!newer) return;
    const timer = setTimeout(() => setAnnounced(version), byYou ? OWN_MS : 0);
    return () => clearTimeout(timer);
  }, [newer, version, byYou]);
  if (!newer || announced !== version || dismissed === version) return null;
  return (
    <section
      aria-label="Live version"
      className="sticky top-0 z-20 flex items-center justify-between gap-3 border-line border-b bg-accent-soft py-1.5 pr-2 pl-5 max-lg:top-[3.3rem] sm:pl-8"
    >
      <p role="status" className="min-w-0">
        <strong className="font-medium">Version {version} is live.</strong>{" "}
        <MixedText>{howItWentLive(live, shown)}</MixedText>{" "}
        <TextLink href={`${base}/history?from=${shown}&to=${version}`}>View changes</TextLink>
      </p>
      <div className="flex shrink-0 items-center gap-1">
        <Button size="sm" onClick={onShow}>
          Show version {version}
        </Button>
        <IconButton size="sm" label="Dismiss" icon={<X />} onClick={() => setDismissed(version)} />
      </div>
    </section>
  );
}
