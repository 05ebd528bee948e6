"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { transferBrand } from "@/lib/access/server";
import { archiveBrand, renameBrand, setMembersNeedTwoFactor, setPublicPage } from "@/lib/brands/server";
import { setApprovalsRequired } from "@/lib/publishing/server";
import { actionResult, changeResult, type FormResult } from "@/lib/web/actions/form-result";

const Names = z.object({ name: z.string(), slug: z.string() });

/** Publishes the new name and slug at once. The page redirects to the new path. */
export async function rename(brandId: string, form: FormData): Promise<FormResult<{ slug: string }>> {
  const result = await actionResult(
    "changes",
    async (ctx) => {
      const { name, slug } = Names.parse(Object.fromEntries(form));
      const { version, changes } = await renameBrand(ctx, { brandId, name, slug });
      return { slug: slug.trim(), version, changed: changes.length > 0 };
    },
    ({ version, changed }) => (changed ? `Saved. Version ${version} is live.` : "No changes to save."),
  );
  refresh();
  return result;
}

export async function switchPublicPage(brandId: string, on: boolean): Promise<FormResult> {
  return changeResult(
    "changes",
    (ctx) => setPublicPage(ctx, { brandId, on: z.boolean().parse(on) }),
    on ? "The public page is on." : "The public page is off.",
  );
}

export async function requireApprovals(brandId: string, approvals: number): Promise<FormResult> {
  return changeResult(
    "changes",
    (ctx) => setApprovalsRequired(ctx, { brandId, approvals: z.number().parse(approvals) }),
    "Saved.",
  );
}

export async function requireTwoFactor(brandId: string, on: boolean): Promise<FormResult> {
  return changeResult(
    "changes",
    (ctx) => setMembersNeedTwoFactor(ctx, { brandId, on: z.boolean().parse(on) }),
    on ? "Two-factor authentication is required." : "Two-factor authentication is no longer required.",
  );
}

export async function transfer(brandId: string, userId: string): Promise<FormResult> {
  return changeResult(
    "changes",
    (ctx) => transferBrand(ctx, { brandId, userId: z.uuid().parse(userId) }),
    "Ownership transferred. You’re now an admin.",
  );
}

/** Archives the brand. No refresh: the page redirects, as the brand can't be read any more. */
export async function archive(brandId: string, typedName: string): Promise<FormResult> {
  return actionResult("changes", (ctx) => archiveBrand(ctx, { brandId, typedName: z.string().parse(typedName) }));
}
