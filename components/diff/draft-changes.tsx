"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import type { BrandDocument } from "@/lib/content";
import { diffChanges, entryNames, type FieldChange } from "@/lib/publishing";
import { ChangeList } from "./change-list";

type DraftChangesProps = { changes: readonly FieldChange[]; before: BrandDocument; after: BrandDocument };

/** Changes compared in the browser. Long ones are compared on request. */
export function DraftChanges({ changes, before, after }: DraftChangesProps) {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const names = useMemo(() => entryNames(before, after), [before, after]);
  const compared = useMemo(() => {
    const alone = changes.filter(({ path }) => asked.includes(path)).flatMap((change) => diffChanges([change], names));
    return diffChanges(changes, names).map((change) => alone.find(({ path }) => path === change.path) ?? change);
  }, [changes, names, asked]);
  return (
    <ChangeList
      changes={compared}
      show={({ path, label }) => (
        <Button size="sm" onClick={() => setAsked([...asked, path])}>
          Show<span className="sr-only"> {label}</span>
        </Button>
      )}
    />
  );
}
