import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { files } from "@/db/schema";
import { can } from "@/lib/access";
import { BrandDocument, type FileRef, filesOf } from "@/lib/content";
import { IDENTITY_LIMITS, type Role } from "@/lib/contract";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { issueInWords } from "@/lib/platform/issue-in-words";
import { storableText } from "@/lib/platform/output-text";
import type { Ctx } from "../context";
import { MAX_NOTE_LENGTH } from "./errors";
import { tidyDocument } from "./tidy-document";

function requireUniqueIds(list: string, entries: readonly { id: string }[]): void {
  if (new Set(entries.map((entry) => entry.id)).size !== entries.length) {
    throw new BadRequest(`Two entries in ${list} have the same id.`, { field: list });
  }
}

/**
 * The tidied draft in canonical form. Idempotent.
 * @throws BadRequest with `field`, the path of the field that exceeds a limit
 */
export function compileDocument(draft: BrandDocument): BrandDocument {
  const parsed = BrandDocument.safeParse(storableText(tidyDocument(draft)), { error: issueInWords });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".");
    throw new BadRequest(`${field ?? "The document"}: ${issue?.message ?? "is not valid"}.`, { field });
  }
  const document = parsed.data;
  if (Buffer.byteLength(JSON.stringify(document.identity)) > IDENTITY_LIMITS.totalBytes) {
    throw new BadRequest("The identity is larger than 64 KB. Shorten its longest texts.", { field: "identity" });
  }
  requireUniqueIds("colors.palette", document.colors.palette);
  requireUniqueIds("colors.gradients", document.colors.gradients ?? []);
  requireUniqueIds("colors.rules", document.colors.rules ?? []);
  requireUniqueIds("logos.items", document.logos.items);
  requireUniqueIds("assets", document.assets);
  requireUniqueIds("typography.fonts", document.typography?.fonts ?? []);
  return document;
}

/** @throws BadRequest with the path of the invalid field */
export function parseDocument(input: unknown): BrandDocument {
  const parsed = BrandDocument.safeParse(input);
  if (parsed.success) return storableText(parsed.data);
  const [issue] = parsed.error.issues;
  throw new BadRequest(issue?.message ?? "The draft is not valid.", { field: issue?.path.join(".") });
}

/** Null for an empty note. @throws BadRequest when it is too long */
export function parseNote(input: string | null, field?: string): string | null {
  const note = storableText(input?.trim() || null);
  if (note && note.length > MAX_NOTE_LENGTH)
    throw new BadRequest(`A note can have at most ${MAX_NOTE_LENGTH} characters.`, { field });
  return note;
}

/** @throws Forbidden when a role without the lock permission changed a locked colour */
export function checkLocks(role: Role, base: BrandDocument, edited: BrandDocument): void {
  if (can(role, "lock")) return;
  const locked = ({ colors }: BrandDocument) =>
    colors.palette
      .filter((entry) => entry.locked)
      // A lock covers the colour's scale, print values and dark value too.
      .map((entry) => [entry, colors.scales?.[entry.id], colors.print?.[entry.id], colors.dark?.[entry.id]] as const)
      .sort(([a], [b]) => (a.id < b.id ? -1 : 1));
  if (!isDeepStrictEqual(locked(base), locked(edited))) {
    throw new Forbidden("Only owners and admins can lock, unlock, edit or remove locked colours.");
  }
}

const PICTURES = { types: "image/", refused: "A logo must be a PNG, JPEG, WebP or SVG. Choose another file." };
const FONTS = { types: "font/", refused: "A font file must be WOFF2. Choose another file." };

/**
 * Replaces what the caller says about files by what the database holds.
 * @throws BadRequest when a file isn't stored for this brand or has the wrong media type
 */
export async function withStoredFiles(
  { db }: Ctx,
  { brandId, document }: { brandId: string; document: BrandDocument },
): Promise<BrandDocument> {
  const ids = filesOf(document).map(({ id }) => id);
  if (ids.length === 0) return document;
  const named = and(eq(files.brandId, brandId), inArray(files.id, [...new Set(ids)]), isNull(files.removedAt));
  // Before the draft is written, so that the clean-up of unused files doesn't remove them.
  await db
    .update(files)
    .set({ unusedSince: null })
    .where(and(named, isNotNull(files.unusedSince)));
  const rows = await db.select().from(files).where(named);
  const stored = new Map(
    rows.map(({ id, sha256, mime, bytes, width, height }): [string, FileRef] => [
      id,
      { id, sha256, mime, bytes, width, height },
    ]),
  );
  const refresh =
    (taken?: { types: string; refused: string }) =>
    <Entry extends { file: FileRef }>(entry: Entry): Entry => {
      const file = stored.get(entry.file.id);
      if (!file) throw new BadRequest("A file in this draft is not stored for this brand. Upload it again.");
      if (taken && !file.mime.startsWith(taken.types)) throw new BadRequest(taken.refused);
      return { ...entry, file };
    };
  return {
    ...document,
    logos: { ...document.logos, items: document.logos.items.map(refresh(PICTURES)) },
    assets: document.assets.map(refresh()),
    ...(document.typography && {
      typography: {
        ...document.typography,
        fonts: document.typography.fonts.map((font) => ({ ...font, files: font.files.map(refresh(FONTS)) })),
      },
    }),
  };
}
