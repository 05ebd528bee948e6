import type { BrandAccess } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import type { BrandDocument, BrandSnapshot } from "@/lib/content";
import type { Ctx } from "../context";
import { diffDocuments, type FieldChange } from "./diff-documents";
import { type DraftSchedule, findDraft, scheduleOf } from "./drafts";
import { documentOf } from "./flatten-document";
import { listVersionsSince, type VersionEntry } from "./list-versions";
import { getSnapshot } from "./snapshots";
import { tidyDocument } from "./tidy-document";

/** What an editor's page shows: the published state, the user's draft over it, and what would change. */
export interface EditorState {
  access: BrandAccess;
  version: number;
  published: BrandSnapshot;
  /** The draft's document, or the published one while there is no draft. */
  document: BrandDocument;
  /** null while there is no draft. Send it back with each save. */
  revision: number | null;
  baseVersion: number;
  updatedAt: Date | null;
  /** When the hub publishes the draft by itself; null when it does not. */
  schedule: DraftSchedule | null;
  /** That it could not, which nobody has seen to yet. */
  scheduleFailure: { at: Date; reason: string } | null;
  /** What publishing the draft would change against its base. */
  changes: FieldChange[];
  /** What others published since the draft's base; empty while the base is current. */
  changedSince: FieldChange[];
  /** The versions that they published, newest first, with their authors. */
  publishedSince: VersionEntry[];
}

/** Loads a brand for editing or looking. @throws NotFound when the user is no member */
export async function openEditor(ctx: Ctx, { brandId }: { brandId: string }): Promise<EditorState> {
  const access = await requirePermission(ctx, brandId, "read");
  const version = access.brand.identityVersion;
  const published = await getSnapshot(ctx, { brandId, version });
  const draft = await findDraft(ctx, { brandId });
  if (!draft) {
    const document = documentOf(published);
    const none = { revision: null, baseVersion: version, updatedAt: null, changes: [], ...scheduleOf(null) };
    return { access, version, published, document, ...none, changedSince: [], publishedSince: [] };
  }
  const base =
    draft.baseVersion === version ? published : await getSnapshot(ctx, { brandId, version: draft.baseVersion });
  return {
    access,
    version,
    published,
    document: draft.document,
    revision: draft.revision,
    baseVersion: draft.baseVersion,
    updatedAt: draft.updatedAt,
    ...scheduleOf(draft),
    changes: diffDocuments(documentOf(base), tidyDocument(draft.document)),
    changedSince: base === published ? [] : diffDocuments(base, published),
    publishedSince: base === published ? [] : await listVersionsSince(ctx, { brandId, version: draft.baseVersion }),
  };
}
