import { cache, type ReactNode } from "react";
import { PictureSigning } from "@/components/diff/change-pictures";
import { DraftProvider } from "@/components/draft/draft-provider";
import { PublishBar } from "@/components/draft/publish-bar";
import { ContentLanguage } from "@/components/ui/content-text";
import { type BrandDocument, languageOf } from "@/lib/content";
import { signFiles } from "@/lib/content/server";
import type { DraftState } from "@/lib/publishing";
import { openDraft } from "@/lib/publishing/server";
import { viewsOfLook } from "@/lib/rendering";
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
  signFilesAction,
} from "./draft-actions";
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

/** Opens the acting user's draft once per request, for the page and for the scope around its content. */
export const openDraftOnce = cache((ctx: Ctx, brandId: string) => openDraft(ctx, { brandId }));

/** Signed URLs of the files on a page in the draft's theme: the theme's own first, then `others`. */
export async function lookOfDraft(ctx: Ctx, brandId: string, others = (_: BrandDocument): string[] => []) {
  const { document } = await openDraftOnce(ctx, brandId);
  const views = [...viewsOfLook(document), ...others(document)].slice(0, MOST_SIGNED);
  const signedUrls = await signFiles(ctx, { brandId, views });
  return { signedUrls, signFiles: signFilesAction };
}

/** A page signs no more files than this. Browsers ask for the others. */
const MOST_SIGNED = 200;

/** Bytes of a draft that an editing page includes, to stay below 1 MB. Browsers load a larger draft after the page. */
const MAX_IN_PAGE = 100_000;

/** Parts that the draft hasn't changed are the same object in both, so the page contains them once. */
function isLarge({ document, published, changes, changedSince }: DraftState): boolean {
  const parts = new Set<unknown>([...Object.values(document), ...Object.values(published), changes, changedSince]);
  return Buffer.byteLength(JSON.stringify([...parts])) > MAX_IN_PAGE;
}

/**
 * Provides the acting user's draft of a brand to its children (`useDraft`), with the publish bar below. Editing pages
 * render it around their content, after `brandPage(slug, path)`.
 */
export async function DraftScope({ ctx, brandId, children }: { ctx: Ctx; brandId: string; children: ReactNode }) {
  const draft = await openDraftOnce(ctx, brandId);
  return (
    <ContentLanguage value={languageOf(draft.document.identity) ?? null}>
      <DraftProvider initial={isLarge(draft) ? { brandId, userId: draft.userId } : draft} actions={actions}>
        <PictureSigning brandId={brandId} sign={signFilesAction}>
          {children}
          <PublishBar />
        </PictureSigning>
      </DraftProvider>
    </ContentLanguage>
  );
}
