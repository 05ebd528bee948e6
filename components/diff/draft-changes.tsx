"use client";

import { useMemo, useState } from "react";
import { RowButton } from "@/components/ui/row-button";
import type { BrandDocument } from "@/lib/content";
import { diffChanges, entryNames, type FieldChange } from "@/lib/publishing";
import { ChangeList } from "./change-list";

type DraftChangesProps = { changes: readonly FieldChange[]; before: BrandDocument; after: BrandDocument };

export function DraftChanges({ changes, before, after }: DraftChangesProps) {
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const names = useMemo(() => entryNames(before, after), [before, after]);
  const compared = useMemo(() => {
    const alone = changes
      .filter(({ path }) => expanded.includes(path))
      .flatMap((change) => diffChanges([change], names));
    return diffChanges(changes, names).map((change) => alone.find(({ path }) => path === change.path) ?? change);
  }, [changes, names, expanded]);
  return (
    <ChangeList
      changes={compared}
      show={({ path, label }) => <RowButton verb="Show" of={label} onClick={() => setExpanded([...expanded, path])} />}
    />
  );
}
