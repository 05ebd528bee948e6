import { cache, type ReactNode } from "react";
import { PictureSigning } from "@/components/diff/change-pictures";
import { DraftProvider } from "@/components/draft/draft-provider";
import { PublishBar } from "@/components/draft/publish-bar";
import { ContentLanguage } from "@/components/ui/content-text";
import { languageOf } from "@/lib/content";
import { openDraft } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import {
  cancelPublishAction,
  discardDraftAction,
  loadDraftAction,
  mergeDraftAction,
  previewRebaseAction,
  publishDraftAction,
  rebaseDraftAction,
  saveDraftAction,
  schedulePublishAction,
} from "./draft-actions";
import { signFilesAction } from "./file-actions";
import { listReviewersAction, requestReviewAction } from "./review/actions";

const actions = {
  load: loadDraftAction,
  save: saveDraftAction,
  merge: mergeDraftAction,
  publish: publishDraftAction,
  schedule: schedulePublishAction,
  unschedule: cancelPublishAction,
  reviewers: listReviewersAction,
  requestReview: requestReviewAction,
  discard: discardDraftAction,
  previewRebase: previewRebaseAction,
  rebase: rebaseDraftAction,
};

/** The acting user's draft, opened once per request: the page reads from it what the scope around its content opens. */
export const openDraftOnce = cache((ctx: Ctx, brandId: string) => openDraft(ctx, { brandId }));

/**
 * Opens the acting user's draft of a brand for what is inside it (`useDraft`), and puts the publish bar below. Editing pages render
 * it around their content: `const { ctx, access } = await brandPage(slug, "/palette")`, then `<DraftScope ctx={ctx} brandId={access.brand.id}>`.
 */
export async function DraftScope({ ctx, brandId, children }: { ctx: Ctx; brandId: string; children: ReactNode }) {
  const draft = await openDraftOnce(ctx, brandId);
  return (
    <ContentLanguage value={languageOf(draft.document.identity) ?? null}>
      <DraftProvider initial={draft} actions={actions}>
        <PictureSigning brandId={brandId} sign={signFilesAction}>
          {children}
          <PublishBar />
        </PictureSigning>
      </DraftProvider>
    </ContentLanguage>
  );
}
