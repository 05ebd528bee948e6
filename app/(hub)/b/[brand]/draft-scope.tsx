import type { ReactNode } from "react";
import { DraftProvider } from "@/components/draft/draft-provider";
import { PublishBar } from "@/components/draft/publish-bar";
import type { Ctx } from "@/lib/kernel/context";
import {
  discardDraftAction,
  joinDraftAction,
  loadDraftAction,
  mergeDraftAction,
  previewMergeAction,
  publishDraftAction,
  saveDraftAction,
} from "./draft-actions";
import { openDraftOnce } from "./open-draft-once";

const actions = {
  load: loadDraftAction,
  save: saveDraftAction,
  join: joinDraftAction,
  publish: publishDraftAction,
  discard: discardDraftAction,
  previewMerge: previewMergeAction,
  merge: mergeDraftAction,
};

/**
 * Opens the acting user's draft of a brand for what is inside it (`useDraft`), and puts the publish bar below. Editing pages render
 * it around their content: `const { ctx, access } = await brandPage(slug, "/palette")`, then `<DraftScope ctx={ctx} brandId={access.brand.id}>`.
 */
export async function DraftScope({ ctx, brandId, children }: { ctx: Ctx; brandId: string; children: ReactNode }) {
  return (
    <DraftProvider initial={await openDraftOnce(ctx, brandId)} actions={actions}>
      {children}
      <PublishBar />
    </DraftProvider>
  );
}
