import { isDeepStrictEqual } from "node:util";
import { type BrandAccess, may } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import { type BrandDocument, type BrandSnapshot, identityOf } from "@/lib/content";
import type { Role } from "@/lib/contract";
import type { Ctx } from "../context";
import { type Approvals, approvalsOf } from "../reviews/approvals";
import { parseDocument } from "./check-edit";
import { compileDocument } from "./compile-document";
import { diffDocuments, type FieldChange } from "./diff-documents";
import { type DraftSchedule, findDraft, scheduleOf } from "./drafts";
import { documentOf } from "./flatten-document";
import { identityToMarkdown } from "./identity-to-markdown";
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

/** A brand opened for editing, in the form that goes to the browser. */
export interface DraftState extends Omit<EditorState, "access"> {
  brandId: string;
  brandSlug: string;
  userId: string;
  role: Role;
  canEdit: boolean;
  canLock: boolean;
  /** Why nothing can be changed, for people; null when it can. */
  reason: string | null;
  /** Where publishing stands with those who are to approve it. */
  approvals: Approvals;
  /** When this was true, by the server's clock: of two states the later one holds. */
  asOfMs: number;
}

const VIEWERS_ONLY_LOOK = "You are a viewer of this brand: you can look at everything here but not change it.";

/** The published state with the parts that the draft leaves alone shared by reference: the page then holds them once. */
function sharingParts(published: BrandSnapshot, document: BrandDocument): BrandSnapshot {
  const parts = Object.entries(document).filter(([name, part]) =>
    isDeepStrictEqual(published[name as keyof BrandDocument], part),
  );
  return { ...published, ...Object.fromEntries(parts) };
}

/** Loads a brand for editing or looking, for the browser. @throws NotFound when the user is no member */
export async function openDraft(ctx: Ctx, { brandId }: { brandId: string }): Promise<DraftState> {
  const { access, ...editor } = await openEditor(ctx, { brandId });
  const { role, brand, userId } = access;
  const canEdit = may(role, "edit");
  return {
    ...editor,
    published: sharingParts(editor.published, editor.document),
    brandId,
    brandSlug: brand.slug,
    userId,
    role,
    canEdit,
    canLock: may(role, "lock"),
    approvals: await approvalsOf(ctx, { brandId, userId }),
    reason: canEdit ? null : VIEWERS_ONLY_LOOK,
    asOfMs: ctx.now.getTime(),
  };
}

export interface IdentityPreview {
  /** The draft as it would be published, its identity as it would be read. */
  document: BrandDocument;
  markdown: string;
}

/**
 * What publishing would make of a draft's identity and what stands beside it, without keeping anything.
 * @throws NotFound when the user is no member
 * @throws BadRequest when it does not compile (with the field)
 */
export async function previewIdentity(
  ctx: Ctx,
  input: { brandId: string; document: unknown },
): Promise<IdentityPreview> {
  const { brand } = await requirePermission(ctx, input.brandId, "read");
  const compiled = compileDocument(parseDocument(input.document));
  const document = { ...compiled, identity: identityOf(compiled) };
  return { document, markdown: identityToMarkdown(brand.name, document.identity, document) };
}
