import { isDeepStrictEqual } from "node:util";
import { type BrandAccess, can } from "@/lib/access";
import { requirePermission } from "@/lib/access/server";
import { type BrandDocument, type BrandSnapshot, identityOf } from "@/lib/content";
import type { Ctx } from "../context";
import { approvalsOf } from "../reviews/approvals";
import { compileDocument, parseDocument } from "./compile-document";
import { diffDocuments, type FieldChange } from "./diff-documents";
import { documentOf } from "./flatten-document";
import { identityToMarkdown } from "./identity-to-markdown";
import { getSnapshot, listVersionsSince, type VersionEntry } from "./list-versions";
import { type DraftSchedule, findDraft, scheduleOf } from "./save-draft";
import { tidyDocument } from "./tidy-document";

export interface EditorState {
  access: BrandAccess;
  version: number;
  published: BrandSnapshot;
  document: BrandDocument;
  /** Null without a draft. Send it with each save. */
  revision: number | null;
  baseVersion: number;
  updatedAt: Date | null;
  schedule: DraftSchedule | null;
  /** Until somebody dismisses it or schedules again. */
  scheduleFailure: { at: Date; reason: string } | null;
  /** From the draft's base. */
  changes: FieldChange[];
  changedSince: FieldChange[];
  publishedSince: VersionEntry[];
}

/** @throws NotFound when the user is no member */
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

export type DraftState = Awaited<ReturnType<typeof openDraft>>;

const READ_ONLY = "You are a viewer of this brand. You can see everything here but can’t change it.";

/** Shares unchanged parts by reference, so that the page's data holds them once. */
function sharingParts(published: BrandSnapshot, document: BrandDocument): BrandSnapshot {
  const parts = Object.entries(document).filter(([name, part]) =>
    isDeepStrictEqual(published[name as keyof BrandDocument], part),
  );
  return { ...published, ...Object.fromEntries(parts) };
}

/** @throws NotFound when the user is no member */
export async function openDraft(ctx: Ctx, { brandId }: { brandId: string }) {
  const { access, ...editor } = await openEditor(ctx, { brandId });
  const { role, brand, userId } = access;
  const canEdit = can(role, "edit");
  return {
    ...editor,
    published: sharingParts(editor.published, editor.document),
    brandId,
    brandSlug: brand.slug,
    userId,
    role,
    canEdit,
    canLock: can(role, "lock"),
    approvals: await approvalsOf(ctx, { brandId, userId }),
    /** Why the brand is read-only, as a text to show. Null if it is editable. */
    reason: canEdit ? null : READ_ONLY,
    /** By the server's clock. The state with the later time wins. */
    asOfMs: ctx.now.getTime(),
  };
}

export type IdentityPreview = Awaited<ReturnType<typeof previewIdentity>>;

/**
 * Compiles the draft without saving it.
 * @throws NotFound when the user is no member
 * @throws BadRequest with the field when the draft doesn't compile
 */
export async function previewIdentity(ctx: Ctx, input: { brandId: string; document: unknown }) {
  const { brand } = await requirePermission(ctx, input.brandId, "read");
  const compiled = compileDocument(parseDocument(input.document));
  const document = { ...compiled, identity: identityOf(compiled) };
  return { document, markdown: identityToMarkdown(brand.name, document.identity, document) };
}
