"use client";

import { useCallback } from "react";
import { useDraft } from "@/components/draft/draft-provider";
import { HistoryButtons } from "@/components/draft/history-buttons";
import { useEditHistory } from "@/components/draft/use-edit-history";
import { CodeBlock } from "@/components/ui/code-block";
import { Details } from "@/components/ui/details";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { LiveRegion } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import type { StoredFoundations } from "@/lib/brand-document";
import { FOUNDATION_GROUPS } from "@/lib/contract";
import { foundationWarnings, publishFoundations } from "@/lib/foundations";
import { TokenGroup } from "./token-group";

const NONE: StoredFoundations = {};

/** The brand's spacing, radius, borders, shadows and motion, each shown as it is, live from the draft. */
export function FoundationsScreen() {
  const { document, update, canEdit, reason } = useDraft();
  const { foundations = NONE } = document;
  const setFoundations = useCallback(
    (next: StoredFoundations) => update((current) => ({ ...current, foundations: next })),
    [update],
  );
  const { edit, undo, redo, undoLabel, redoLabel, announcement } = useEditHistory(foundations, setFoundations, canEdit);
  const warnings = foundationWarnings(foundations);
  const { foundations: published } = publishFoundations(foundations);
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Foundations"
        description="The measures that layouts are made of: spacing, corners, borders, shadows and motion. Tools read them as design tokens once you publish."
        actions={<HistoryButtons {...{ undo, redo, undoLabel, redoLabel, reason }} />}
      />
      <LiveRegion message={announcement} />
      {warnings.length > 0 ? (
        <Notice tone="warning" title="Look at this again">
          <ul className="flex flex-col gap-1">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <DisabledScope reason={reason}>
        {FOUNDATION_GROUPS.map((group) => (
          <TokenGroup key={group} group={group} foundations={foundations} reason={reason} edit={edit} />
        ))}
      </DisabledScope>
      {published && Object.keys(published).length > 0 ? (
        <Details summary="As design tokens">
          <CodeBlock tall label="foundations.tokens.json" code={JSON.stringify(published, null, 2)} />
        </Details>
      ) : null}
    </div>
  );
}
