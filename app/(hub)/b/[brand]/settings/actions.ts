"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { transferBrand } from "@/lib/access/server";
import { archiveBrand, renameBrand, setPublicPage, setTwoStepOfMembers } from "@/lib/brands/server";
import { setApprovalsRequired } from "@/lib/publishing/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const Names = z.object({ name: z.string(), slug: z.string() });

/** Changes name and slug, which publishes at once; the page moves along with its path. */
export async function rename(brandId: string, form: FormData): Promise<FormResult<{ slug: string }>> {
  const result = await formResult(
    async () => {
      const { name, slug } = Names.parse(Object.fromEntries(form));
      const { version, changes } = await renameBrand(await actionContext("changes"), { brandId, name, slug });
      return { slug: slug.trim(), version, changed: changes.length > 0 };
    },
    ({ version, changed }) => (changed ? `Saved. Version ${version} is live.` : "Nothing was changed."),
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

/** Has the brand require two-step sign-in of its members, or no more. */
export async function requireTwoStep(brandId: string, on: boolean): Promise<FormResult> {
  return formResult(
    async () => {
      await setTwoStepOfMembers(await actionContext("changes"), { brandId, on: z.boolean().parse(on) });
      refresh();
    },
    on ? "Two-step sign-in is required." : "Two-step sign-in is no longer required.",
  );
}

export async function transfer(brandId: string, userId: string): Promise<FormResult> {
  return formResult(async () => {
    await transferBrand(await actionContext("changes"), { brandId, userId: z.uuid().parse(userId) });
    refresh();
  }, "The brand has a new owner; you are an admin now.");
}

/** Archives the brand; the page leaves the brand's pages, which are no longer there to be read again. */
export async function archive(brandId: string, typedName: string): Promise<FormResult> {
  return formResult(async () => {
    await archiveBrand(await actionContext("changes"), { brandId, typedName: z.string().parse(typedName) });
  });
}
