import type { Checked, CheckInput } from "@/lib/content";
import { checkAgainst } from "@/lib/content/server";
import { runJob } from "@/lib/platform/jobs/job-pool";
import type { Ctx } from "../context";
import { findCurrentVersion, findVersion, requireVersionReader, type VersionReader } from "./read-version";

/** Checked here within milliseconds. Longer content runs in a job. */
const QUICK_LENGTH = 2048;

/**
 * Checks content against a version, by default the current one. Nothing of the content is kept.
 * @throws as `requireVersionReader`
 * @throws NotFound if there is no such version
 */
export async function checkContent(
  ctx: Ctx<VersionReader>,
  { brandId: id, version: asked, ...input }: CheckInput & { brandId: string; version?: number | undefined },
): Promise<Checked & { version: number }> {
  const brandId = await requireVersionReader(ctx, { brandId: id });
  const number = asked ?? (await findCurrentVersion(ctx, { brandId }));
  const published = await findVersion(ctx, { brandId, version: number });
  const order = { version: new TextDecoder().decode(await published.content()), input };
  const isQuick = input.content.length <= QUICK_LENGTH;
  return { version: number, ...(isQuick ? checkAgainst(order) : await runJob(ctx, "checkAgainst", order)) };
}
