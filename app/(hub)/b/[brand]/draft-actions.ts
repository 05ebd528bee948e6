"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { MergeChoices, MergePreview, OrStale, Publication } from "@/components/draft/draft-environment";
import type { SignedFilePath } from "@/lib/content";
import { signFiles } from "@/lib/content/server";
import {
  type DraftSave,
  type DraftState,
  type PublishSchedule,
  type SavedDraft,
  StaleDraft,
  StaleEdit,
} from "@/lib/publishing";
import {
  cancelPublish,
  discardDraft,
  mergeDraft,
  openDraft,
  previewRebase,
  publishDraft,
  rebaseDraft,
  saveDraft,
  schedulePublish,
} from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

/** The use case validates the document. These schemas cover the rest of the input. */
const BrandId = z.uuid();
const Version = z.int().positive();
const Choices = z.record(z.string().max(300), z.enum(["mine", "theirs"]));
const Schedule = z.object({
  brandId: BrandId,
  revision: Version,
  date: z.string().max(20),
  time: z.string().max(20),
  zone: z.string().max(100),
  second: z.boolean(),
  note: z.string().nullable(),
});

const orStale = <T>(run: (ctx: Ctx) => Promise<T>): Promise<OrStale<T>> =>
  actionResult("changes", async (ctx) => {
    try {
      return await run(ctx);
    } catch (error) {
      if (error instanceof StaleDraft || error instanceof StaleEdit) return "stale" as const;
      throw error;
    }
  });

/** The sidebar and the brand switcher show the brand's version, so they reload with it. */
const refreshShell = (state: DraftState) => revalidatePath(`/b/${state.brandSlug}`, "layout");

export async function loadDraftAction(brandId: string): Promise<FormResult<DraftState>> {
  return actionResult("lookups", (ctx) => openDraft(ctx, { brandId: BrandId.parse(brandId) }));
}

export async function saveDraftAction(save: DraftSave): Promise<OrStale<SavedDraft>> {
  return orStale((ctx) =>
    saveDraft(ctx, {
      brandId: BrandId.parse(save.brandId),
      baseVersion: Version.parse(save.baseVersion),
      revision: Version.nullable().parse(save.revision),
      document: save.document,
    }),
  );
}

export async function mergeDraftAction(edited: Omit<DraftSave, "revision">): Promise<OrStale<DraftState>> {
  return orStale(async (ctx) => {
    const brandId = BrandId.parse(edited.brandId);
    await mergeDraft(ctx, { brandId, baseVersion: Version.parse(edited.baseVersion), document: edited.document });
    return openDraft(ctx, { brandId });
  });
}

export async function publishDraftAction(input: {
  brandId: string;
  revision: number;
  note: string;
}): Promise<OrStale<Publication>> {
  return orStale(async (ctx) => {
    const brandId = BrandId.parse(input.brandId);
    const publication = { brandId, revision: Version.parse(input.revision), note: z.string().parse(input.note) };
    const { version, changes, toolsNotified } = await publishDraft(ctx, publication);
    const state = await openDraft(ctx, { brandId });
    refreshShell(state);
    return { version, changed: changes.length > 0, toolsNotified, state };
  });
}

export async function schedulePublishAction(input: PublishSchedule): Promise<OrStale<DraftState>> {
  return orStale(async (ctx) => {
    const schedule = Schedule.parse(input);
    await schedulePublish(ctx, schedule);
    return openDraft(ctx, { brandId: schedule.brandId });
  });
}

export async function cancelPublishAction(brandId: string): Promise<FormResult<DraftState>> {
  return actionResult("changes", async (ctx) => {
    await cancelPublish(ctx, { brandId: BrandId.parse(brandId) });
    return openDraft(ctx, { brandId });
  });
}

export async function discardDraftAction(brandId: string): Promise<FormResult<DraftState>> {
  return actionResult("changes", async (ctx) => {
    await discardDraft(ctx, { brandId: BrandId.parse(brandId) });
    const state = await openDraft(ctx, { brandId });
    refreshShell(state);
    return state;
  });
}

export async function previewRebaseAction(brandId: string): Promise<OrStale<MergePreview>> {
  return orStale(async (ctx) => {
    const { conflicts, revision } = await previewRebase(ctx, { brandId: BrandId.parse(brandId) });
    return { conflicts, revision, state: await openDraft(ctx, { brandId }) };
  });
}

export async function rebaseDraftAction(input: {
  brandId: string;
  revision: number;
  choices: MergeChoices;
}): Promise<OrStale<DraftState>> {
  return orStale(async (ctx) => {
    const brandId = BrandId.parse(input.brandId);
    await rebaseDraft(ctx, { brandId, revision: Version.parse(input.revision), choices: Choices.parse(input.choices) });
    return openDraft(ctx, { brandId });
  });
}

const FilesOfBrand = z.object({ brandId: z.uuid(), views: z.array(z.string()) });

export async function signFilesAction(input: {
  brandId: string;
  views: string[];
}): Promise<FormResult<Record<string, SignedFilePath>>> {
  return actionResult("lookups", (ctx) => signFiles(ctx, FilesOfBrand.parse(input)));
}
