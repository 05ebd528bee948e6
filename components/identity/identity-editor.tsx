"use client";

import { useEffect, useState } from "react";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { IdentityPreview, type PreviewForm, type PreviewIdentity } from "./identity-preview";
import { LivingBrand } from "./living-brand";
import type { LookOfDraft } from "./use-draft-look";

const VIEWS = [
  { value: "page", label: "Page" },
  { value: "json", label: "JSON" },
  { value: "markdown", label: "Markdown" },
];

const isPreview = (view: string): view is PreviewForm => view === "json" || view === "markdown";

/** The brand as it reads and is edited, or as publishing would make it for tools. */
export function IdentityEditor({ preview, ...look }: LookOfDraft & { preview: PreviewIdentity }) {
  const [view, setView] = useState("page");
  // What a link leads to stands on the page.
  useEffect(() => {
    const showPage = () => window.location.hash && setView("page");
    window.addEventListener("hashchange", showPage);
    return () => window.removeEventListener("hashchange", showPage);
  }, []);
  return (
    <div className="flex flex-col gap-6">
      <SegmentedControl
        label="View of the identity"
        name="identity-view"
        options={VIEWS}
        value={view}
        onValueChange={setView}
      />
      {isPreview(view) ? <IdentityPreview form={view} preview={preview} /> : <LivingBrand {...look} />}
    </div>
  );
}
