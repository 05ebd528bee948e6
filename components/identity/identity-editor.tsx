"use client";

import { useCallback, useEffect, useState } from "react";
import type { LookOfDraft } from "@/components/chapters/use-draft-look";
import { useDraft } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorState } from "@/components/ui/empty-state";
import { Skeleton, SkeletonGroup } from "@/components/ui/loading";
import { reached } from "@/components/ui/reached";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { BrandDocument } from "@/lib/content";
import { type IdentityPreview as Preview, publishedJson } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";
import { LivingBrand } from "./living-brand";

type PreviewIdentity = (input: { brandId: string; document: BrandDocument }) => Promise<FormResult<Preview>>;
type PreviewForm = "json" | "markdown";

function IdentityPreview({ form, preview }: { form: PreviewForm; preview: PreviewIdentity }) {
  const { brandId, document } = useDraft();
  const [result, setResult] = useState<FormResult<Preview>>({ status: "idle" });
  const load = useCallback(() => reached(() => preview({ brandId, document })), [preview, brandId, document]);
  useEffect(() => {
    let current = true;
    void load().then((next) => current && setResult(next));
    return () => {
      current = false;
    };
  }, [load]);

  if (result.status === "idle") {
    return (
      <SkeletonGroup label="Compiling identity" className="flex flex-col gap-3">
        <Skeleton className="h-28 w-full rounded-xl" />
        <Skeleton className="h-72 w-full rounded-xl" />
      </SkeletonGroup>
    );
  }
  if (result.status === "error") {
    return (
      <ErrorState
        title="This can’t be published yet"
        action={<Button onClick={() => void load().then(setResult)}>Try again</Button>}
      >
        {result.message}
      </ErrorState>
    );
  }
  const compiled = result.data;
  if (form === "markdown") return <CodeBlock tall written label="identity.md" code={compiled.markdown} />;
  return <IdentityJson document={compiled.document} />;
}

const VIEWS = [
  { value: "page", label: "Page" },
  { value: "json", label: "JSON" },
  { value: "markdown", label: "Markdown" },
];

const isPreview = (view: string): view is PreviewForm => view === "json" || view === "markdown";

export function IdentityEditor({ preview, ...look }: LookOfDraft & { preview: PreviewIdentity }) {
  const [view, setView] = useState("page");
  // Links lead to elements of the page view.
  useEffect(() => {
    const showPage = () => window.location.hash && setView("page");
    window.addEventListener("hashchange", showPage);
    return () => window.removeEventListener("hashchange", showPage);
  }, []);
  return (
    <div className="flex flex-col gap-6">
      <SegmentedControl
        label="Identity view"
        name="identity-view"
        options={VIEWS}
        value={view}
        onValueChange={setView}
      />
      {isPreview(view) ? <IdentityPreview form={view} preview={preview} /> : <LivingBrand {...look} />}
    </div>
  );
}

/** A document's bundle JSON, in files. */
function IdentityJson({ document }: { document: BrandDocument }) {
  return (
    <div className="flex flex-col gap-4">
      {Object.entries(publishedJson(document)).map(([name, value]) =>
        value ? <CodeBlock key={name} tall label={`${name}.json`} code={JSON.stringify(value, null, 2)} /> : null,
      )}
    </div>
  );
}
