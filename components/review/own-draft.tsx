"use client";

import { MessagesSquare } from "lucide-react";
import { DraftChanges } from "@/components/diff/draft-changes";
import { useDraft } from "@/components/draft/draft-provider";
import { Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/text";
import { counted } from "@/lib/platform/text";

/** The reader's unpublished changes. The bar below publishes or discards them, or requests a review. */
export function OwnDraft({ base }: { base: string }) {
  const { changes, published, document, canEdit } = useDraft();
  if (changes.length === 0)
    return (
      <EmptyState
        framed
        icon={<MessagesSquare />}
        title="No draft is under review"
        action={canEdit ? <LinkButton href={`${base}/identity`}>Edit the identity</LinkButton> : undefined}
      >
        {canEdit
          ? "You have no unpublished changes. Your edits collect in a draft, which you publish or send for review here."
          : "When an editor requests a review, you can read and discuss the draft here."}
      </EmptyState>
    );
  return (
    <Section title={counted(changes.length, "unpublished change")}>
      <DraftChanges changes={changes} before={published} after={document} />
    </Section>
  );
}
