"use client";

import { useCallback, useEffect, useState } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ErrorState } from "@/components/ui/error-state";
import { reached } from "@/components/ui/reached";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import type { FormResult } from "@/lib/actions/form-result";
import type { BrandDocument } from "@/lib/brand-document";
import type { IdentityPreview as Preview } from "@/lib/identity";
import { IdentityJson } from "./identity-json";

export type PreviewIdentity = (input: { brandId: string; document: BrandDocument }) => Promise<FormResult<Preview>>;
export type PreviewForm = "json" | "markdown";

/** The draft's identity as publishing would make it: as the bundle's JSON, or as Markdown. */
export function IdentityPreview({ form, preview }: { form: PreviewForm; preview: PreviewIdentity }) {
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
      <SkeletonGroup label="Compiling the identity" className="flex flex-col gap-3">
        <Skeleton className="h-28 w-full rounded-xl" />
        <Skeleton className="h-72 w-full rounded-xl" />
      </SkeletonGroup>
    );
  }
  if (result.status === "error") {
    return (
      <ErrorState
        title="This cannot be published yet"
        action={<Button onClick={() => void load().then(setResult)}>Try again</Button>}
      >
        {result.message}
      </ErrorState>
    );
  }
  const compiled = result.data;
  if (form === "markdown") return <CodeBlock tall written label="identity.md" code={compiled.markdown} />;
  return <IdentityJson label="identity.json" document={compiled.document} />;
}
