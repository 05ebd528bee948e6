"use client";

import { useCallback } from "react";
import { ChapterPage, LatePart } from "@/components/chapters/chapter-page";
import { FOUNDATION_SECTIONS, foundationSections } from "@/components/chapters/foundations-chapter";
import { type LookOfDraft, useDraftLook } from "@/components/chapters/use-draft-look";
import { useDraft, useEditHistory } from "@/components/draft/draft-provider";
import { CodeBlock } from "@/components/ui/code-block";
import { LateDetails } from "@/components/ui/late-trigger";
import { foundationWarnings, publishFoundations, type StoredFoundations } from "@/lib/content";

const NONE: StoredFoundations = {};

const loadTokenGroup = () => import("./token-group").then(({ TokenGroup }) => TokenGroup);

export function FoundationsScreen(look: LookOfDraft) {
  const { document, update, canEdit } = useDraft();
  const { foundations = NONE } = document;
  const setFoundations = useCallback(
    (next: StoredFoundations) => update((current) => ({ ...current, foundations: next })),
    [update],
  );
  const { edit, ...history } = useEditHistory(foundations, setFoundations, canEdit);
  const { foundations: published } = publishFoundations(foundations);
  return (
    <ChapterPage
      title="Foundations"
      description="Spacing, corners, borders, shadows and motion. Tools get the published ones as design tokens."
      places={FOUNDATION_SECTIONS}
      sections={foundationSections(foundations).map((section) => ({
        ...section,
        fields: <LatePart load={loadTokenGroup} props={{ group: section.id, foundations, edit }} />,
      }))}
      rules={useDraftLook(document, look).rules}
      history={history}
      warnings={foundationWarnings(foundations).map((text) => ({ text }))}
    >
      {published && Object.keys(published).length > 0 ? (
        <LateDetails summary="As design tokens">
          <CodeBlock tall label="foundations.tokens.json" code={JSON.stringify(published, null, 2)} />
        </LateDetails>
      ) : null}
    </ChapterPage>
  );
}
