"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useDraftValue } from "@/components/draft/draft-provider";
import { anchorOf } from "@/components/ui/link-target";
import { stepTo } from "@/components/ui/step-to";
import { focusToType } from "@/components/ui/then-focus";
import { sectionIn } from "@/lib/publishing";

/** `paths` are the prefixes of the document's paths that the section edits. */
export interface SectionPlace {
  id: string;
  paths: readonly string[];
}

/** The section named by `?edit=` or an anchor, and that anchor. */
interface SectionAddress {
  section: string | null;
  anchor: string | null;
}

const known = (sections: readonly SectionPlace[], id: string | null): string | null =>
  sections.find((section) => section.id === id)?.id ?? null;

/** `#purpose` and `#identity.brand.mission` name a section as `?edit=purpose` does. Unknown anchors name none. */
export function addressAt(
  sections: readonly SectionPlace[],
  { search, hash }: { search: string; hash: string },
): SectionAddress {
  const anchor = anchorOf(hash);
  const fromQuery = known(sections, new URLSearchParams(search).get("edit"));
  return { section: fromQuery ?? known(sections, anchor) ?? sectionIn(sections, anchor ?? "")?.id ?? null, anchor };
}

const same = (one: SectionAddress, other: SectionAddress) =>
  one.section === other.section && one.anchor === other.anchor;

/**
 * The open section, kept in the URL: it can be linked and reloaded, and Back closes it. Makes no server request.
 * Opening several sections in a row takes one history entry.
 */
export function useSectionAddress(sections: readonly SectionPlace[]) {
  const edit = useSearchParams().get("edit");
  const [address, setAddress] = useState<SectionAddress>({ section: known(sections, edit), anchor: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router tells of its own navigations by the query alone
  useEffect(() => {
    const onChange = () => {
      const next = addressAt(sections, window.location);
      setAddress((now) => (same(now, next) ? now : next));
    };
    onChange();
    window.addEventListener("hashchange", onChange);
    window.addEventListener("popstate", onChange);
    return () => {
      window.removeEventListener("hashchange", onChange);
      window.removeEventListener("popstate", onChange);
    };
  }, [edit, sections]);

  const go = useCallback((section: string | null) => {
    // Synchronous, so that the focus moves before the next key press.
    flushSync(() => setAddress({ section, anchor: null }));
    stepTo("edit", section, "");
  }, []);
  return { address, go };
}

/** The id of the button that opens a section. It gets the focus after the section closes. */
export const openerOf = (id: string): string => `open-${id}`;

const FIELD = "input:not([type=hidden], :disabled), textarea, select, button";

/** Moves the focus into an opened section, or back to its button, before the next key press. */
function useFocusAlong(editing: string | null, anchor: string | null): void {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = editing;
    if (editing === was) return;
    if (!editing) return document.getElementById(openerOf(was ?? ""))?.focus();
    const section = document.getElementById(editing);
    // The user focused a field before this ran.
    if (section?.querySelector("[data-fields] :focus")) return;
    const named = anchor && anchor !== editing ? document.getElementById(anchor) : null;
    const target = named ?? section?.querySelector<HTMLElement>(`[data-fields] :is(${FIELD})`);
    section?.scrollIntoView({ block: "nearest" });
    focusToType(target);
  }, [editing, anchor]);
}

/** Scrolls readers to the section of a link, after the page has unfolded it. */
function useScrollTo(section: string | null, enabled: boolean): void {
  useEffect(() => {
    if (!section || !enabled) return;
    const frame = requestAnimationFrame(() => document.getElementById(section)?.scrollIntoView({ block: "nearest" }));
    return () => cancelAnimationFrame(frame);
  }, [section, enabled]);
}

/** Which of a page's sections is open for editing. `sections` must be a constant. */
export function useSections(sections: readonly SectionPlace[]) {
  const { address, go } = useSectionAddress(sections);
  const canEdit = useDraftValue(({ state }) => state.canEdit);
  const fieldErrors = useDraftValue((view) => view.fieldErrors);
  const editing = canEdit ? address.section : null;
  useFocusAlong(editing, address.anchor);
  useScrollTo(address.section, !canEdit);
  const refused = new Set(Object.keys(fieldErrors).map((path) => sectionIn(sections, path)?.id));
  return { address, editing, canEdit, refused, go };
}

export type OpenSections = ReturnType<typeof useSections>;
