"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { stepTo } from "@/components/ui/step-to";
import { IDENTITY_SECTIONS, sectionOf } from "@/lib/publishing";

/** The section named by `?edit=` or an anchor, and that anchor. */
export interface SectionAddress {
  section: string | null;
  anchor: string | null;
}

const sectionId = (id: string | null): string | null =>
  IDENTITY_SECTIONS.find((section) => section.id === id)?.id ?? null;

function anchorOf(hash: string): string | null {
  try {
    return decodeURIComponent(hash.slice(1)) || null;
  } catch {
    return null;
  }
}

/** `#purpose` and `#identity.brand.mission` name a section as `?edit=purpose` does. Unknown anchors name none. */
export function addressAt({ search, hash }: { search: string; hash: string }): SectionAddress {
  const anchor = anchorOf(hash);
  const fromQuery = sectionId(new URLSearchParams(search).get("edit"));
  return { section: fromQuery ?? sectionId(anchor) ?? sectionOf(anchor ?? "")?.id ?? null, anchor };
}

const same = (one: SectionAddress, other: SectionAddress) =>
  one.section === other.section && one.anchor === other.anchor;

/**
 * The open section, kept in the URL: it can be linked and reloaded, and Back closes it. Makes no server request.
 * Opening several sections in a row takes one history entry.
 */
export function useSectionAddress() {
  const edit = useSearchParams().get("edit");
  const [address, setAddress] = useState<SectionAddress>({ section: sectionId(edit), anchor: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router tells of its own navigations by the query alone
  useEffect(() => {
    const onChange = () => {
      const next = addressAt(window.location);
      setAddress((now) => (same(now, next) ? now : next));
    };
    onChange();
    window.addEventListener("hashchange", onChange);
    window.addEventListener("popstate", onChange);
    return () => {
      window.removeEventListener("hashchange", onChange);
      window.removeEventListener("popstate", onChange);
    };
  }, [edit]);

  const go = useCallback((section: string | null) => {
    // Synchronous, so that the focus moves before the next key press.
    flushSync(() => setAddress({ section, anchor: null }));
    stepTo("edit", section, "");
  }, []);
  return { address, go };
}
