"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { transferBrand } from "@/lib/access/server";
import { archiveBrand, renameBrand, setMembersNeedTwoFactor, setPublicPage } from "@/lib/brands/server";
import { setApprovalsRequired } from "@/lib/publishing/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const Names = z.object({ name: z.string(), slug: z.string() });

/** Publishes the new name and slug at once. The page redirects to the new path. */
export async function rename(brandId: string, form: FormData): Promise<FormResult<{ slug: string }>> {
  const result = await formResult(
    async () => {
      const { name, slug } = Names.parse(Object.fromEntries(form));
      const { version, changes } = await renameBrand(await actionContext("changes"), { brandId, name, slug });
      return { slug: slug.trim(), version, changed: changes.length > 0 };
    },
    ({ version, changed }) => (changed ? `Saved. Version ${version} is live.` : "No changes to save."),
  );
  refresh();
  return result;
}

export async function switchPublicPage(brandId: string, on: boolean): Promise<FormResult> {
  return formResult(
    async () => {
      await setPublicPage(await actionContext("changes"), { brandId, on: z.boolean().parse(on) });
      refresh();
    },
    on ? "The public page is on." : "The public page is off.",
  );
}

export async function requireApprovals(brandId: string, approvals: number): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await actionContext("changes");
    await setApprovalsRequired(ctx, { brandId, approvals: z.number().parse(approvals) });
    refresh();
  }, "Saved.");
}

export async function requireTwoFactor(brandId: string, on: boolean): Promise<FormResult> {
  return formResult(
    async () => {
      await setMembersNeedTwoFactor(await actionContext("changes"), { brandId, on: z.boolean().parse(on) });
      refresh();
    },
    on ? "Two-factor authentication is required." : "Two-factor authentication is no longer required.",
  );
}

export async function transfer(brandId: string, userId: string): Promise<FormResult> {
  return formResult(async () => {
    await transferBrand(await actionContext("changes"), { brandId, userId: z.uuid().parse(userId) });
    refresh();
  }, "Ownership transferred. You’re now an admin.");
}

/** Archives the brand. No refresh: the page redirects, as the brand can't be read any more. */
export async function archive(brandId: string, typedName: string): Promise<FormResult> {
  return formResult(async () => {
    await archiveBrand(await actionContext("changes"), { brandId, typedName: z.string().parse(typedName) });
  });
}
