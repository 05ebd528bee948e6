import type { Metadata } from "next";
import { PictureSigning } from "@/components/diff/change-pictures";
import { Comparison } from "@/components/history/comparison";
import { Timeline } from "@/components/history/timeline";
import { type FileRef, hasPicture } from "@/lib/content";
import { signThumbnail } from "@/lib/content/server";
import { NotFound } from "@/lib/platform/errors";
import { compareVersions, pageVersions } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { brandPage } from "@/lib/web/auth/current-user";
import { comparisonView, single, versionNumber } from "../../../page-query";
import { signFilesAction } from "../draft-actions";
import type { BrandPageProps } from "../page-input";
import { draftVersionAction, restoreVersionAction } from "./actions";

export const metadata: Metadata = { title: "History" };

async function compared(ctx: Ctx, versions: Parameters<typeof compareVersions>[1]) {
  try {
    return await compareVersions(ctx, versions);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

export default async function HistoryPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/history");
  const query = await searchParams;
  const { id: brandId, slug, identityVersion: live, approvalsRequired: approvals } = access.brand;
  const base = `/b/${slug}/history`;
  const [from, to] = [versionNumber(query.from), versionNumber(query.to)];
  if (from !== undefined && to !== undefined) {
    const view = comparisonView(query);
    const comparison = await compared(ctx, { brandId, from, to, ...view });
    const pictureOf = (file: FileRef) => (hasPicture(file) ? signThumbnail(ctx, { brandId, file, px: 480 }) : null);
    return (
      <PictureSigning brandId={brandId} sign={signFilesAction}>
        <Comparison compared={comparison} now={ctx.now} {...{ view, slug, from, to, live, pictureOf }} />
      </PictureSigning>
    );
  }
  const search = single(query.q)?.trim() || undefined;
  const before = versionNumber(query.before);
  const after = before === undefined ? versionNumber(query.after) : undefined;
  return (
    <Timeline
      page={await pageVersions(ctx, { brandId, before, after, search })}
      access={access}
      base={base}
      search={search}
      now={ctx.now}
      restore={restoreVersionAction}
      toDraft={approvals > 0 ? { base: `/b/${slug}/identity`, bring: draftVersionAction } : null}
    />
  );
}
