import { isDeepStrictEqual } from "node:util";
import { may } from "@/lib/access";
import type { BrandDocument, BrandSnapshot } from "@/lib/content";
import type { Role } from "@/lib/contract";
import type { Ctx } from "../context";
import { type Approvals, approvalsOf } from "../reviews/approvals";
import { type EditorState, openEditor } from "./open-editor";

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
