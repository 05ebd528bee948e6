"use client";

import { useEffect, useState } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { IdentityForm } from "./identity-form";
import { IdentityPreview, type PreviewForm, type PreviewIdentity } from "./identity-preview";

const PREVIEWS = [
  { value: "card", label: "Card" },
  { value: "json", label: "JSON" },
  { value: "markdown", label: "Markdown" },
];

const isPreview = (view: string): view is PreviewForm => view === "card" || view === "json" || view === "markdown";

/** The identity to edit, or as publishing would make it. */
export function IdentityEditor({ preview }: { preview: PreviewIdentity }) {
  const canEdit = useDraftValue(({ state }) => state.canEdit);
  const [view, setView] = useState("edit");
  // What a link leads to stands among the fields.
  useEffect(() => {
    const showFields = () => window.location.hash && setView("edit");
    window.addEventListener("hashchange", showFields);
    return () => window.removeEventListener("hashchange", showFields);
  }, []);
  return (
    <div className="flex flex-col gap-6">
      <SegmentedControl
        label="View of the identity"
        name="identity-view"
        options={[{ value: "edit", label: canEdit ? "Edit" : "Fields" }, ...PREVIEWS]}
        value={view}
        onValueChange={setView}
      />
      {isPreview(view) ? <IdentityPreview form={view} preview={preview} /> : <IdentityForm />}
    </div>
  );
}
