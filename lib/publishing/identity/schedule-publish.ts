import { and, eq } from "drizzle-orm";
import { drafts } from "@/db/schema";
import { holdSession, lockBrand, recordAudit, requirePermission } from "@/lib/access/server";
import { inTransaction, isStrongEnough, requireUser } from "@/lib/platform/context";
import { BadRequest } from "@/lib/platform/errors";
import { storableText } from "@/lib/platform/storable-text";
import type { Ctx } from "../context";
import { diffDocuments } from "./diff-documents";
import { findDraft, NO_SCHEDULE, ownDraft } from "./drafts";
import { StaleDraft } from "./errors";
import { MAX_NOTE_LENGTH } from "./limits";
import { snapshotOfDraft } from "./publish-draft";
import { getSnapshot } from "./snapshots";
import { isZone, momentsOf, type ZonedTime, zonedText } from "./zoned-time";

export interface PublishSchedule extends ZonedTime {
  brandId: string;
  /** The revision of the draft that the person saw; edits after it are published with it. */
  revision: number;
  /** Of an hour that comes twice, the second one. */
  second: boolean;
  note: string | null;
}

const FARTHEST_MS = 366 * 24 * 60 * 60_000;

/** The moment that somebody chose. @throws BadRequest with the field, where there is none */
function momentOf({ date, time, zone, second }: PublishSchedule, now: Date): Date {
  if (!isZone(zone)) throw new BadRequest("Choose one of the time zones.", { field: "zone" });
  const moments = momentsOf({ date, time, zone });
  const moment = second ? moments.at(-1) : moments[0];
  if (!moment) {
    const skipped = `There is no ${time} on that day in ${zone.replaceAll("_", " ")}: clocks go forward past it. Choose another time.`;
    const known = momentsOf({ date, time: "12:00", zone }).length > 0 && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
    throw new BadRequest(known ? skipped : "Choose a date and a time.", { field: known ? "time" : "date" });
  }
  const aheadMs = moment.getTime() - now.getTime();
  if (aheadMs <= 0) throw new BadRequest("That is over. Choose a time to come, or publish now.", { field: "time" });
  if (aheadMs > FARTHEST_MS) throw new BadRequest("Choose a day within a year.", { field: "date" });
  return moment;
}

/**
 * Has the hub publish the acting user's draft by itself, as it is then; what was chosen before is moved. The draft must be one that could be
 * published now. It counts for as long as what let the session publish does: `runPublishTick`.
 * @throws Unauthorized once the session has ended; StaleDraft, StaleEdit, BadRequest as `publishDraft`; BadRequest for a time that is over, far off or not on the clock
 */
export async function schedulePublish(ctx: Ctx, input: PublishSchedule): Promise<void> {
  const { brandId, revision, zone } = input;
  await requirePermission(ctx, brandId, "edit");
  const publishAt = momentOf(input, ctx.now);
  const note = storableText(input.note?.trim() || null);
  if (note && note.length > MAX_NOTE_LENGTH) throw new BadRequest(`A note has at most ${MAX_NOTE_LENGTH} characters.`);
  await inTransaction(ctx, async (tx) => {
    const { brand, role } = await lockBrand(tx, brandId, "edit");
    await holdSession(tx);
    const draft = await findDraft(tx, { brandId });
    if (draft?.revision !== revision) throw new StaleDraft();
    const current = await getSnapshot(tx, { brandId, version: brand.identityVersion });
    const next = await snapshotOfDraft(tx, draft, { version: brand.identityVersion, snapshot: current, role });
    if (diffDocuments(current, next).length === 0) throw new BadRequest("There is nothing to publish.");
    const written = await tx.db
      .update(drafts)
      .set({
        ...{ ...NO_SCHEDULE, publishAt, publishZone: zone, publishNote: note },
        ...{ publishSid: requireUser(tx).session?.sid, publishStrong: isStrongEnough(tx, true) },
        ...{ publishFailedAt: null, publishFailure: null },
      })
      .where(and(ownDraft(tx, { brandId }), eq(drafts.revision, revision)))
      .returning({ revision: drafts.revision });
    if (written.length === 0) throw new StaleDraft();
    const { publishAt: before, publishZone } = draft;
    await recordAudit(tx, {
      brandId,
      action: before ? "identity.publish_moved" : "identity.publish_scheduled",
      target: { kind: "draft", id: brandId, label: `Draft over version ${draft.baseVersion}` },
      diff: { publish_at: [before && publishZone ? zonedText(before, publishZone) : null, zonedText(publishAt, zone)] },
    });
  });
}

/** Has the hub not publish the acting user's draft by itself, and forgets that it could not. True when it was going to. */
export async function cancelPublish(ctx: Ctx, { brandId }: { brandId: string }): Promise<boolean> {
  await requirePermission(ctx, brandId, "edit");
  return inTransaction(ctx, async (tx) => {
    await lockBrand(tx, brandId, "edit");
    const draft = await findDraft(tx, { brandId });
    if (!draft) return false;
    const none = { ...NO_SCHEDULE, publishFailedAt: null, publishFailure: null };
    await tx.db.update(drafts).set(none).where(ownDraft(tx, { brandId }));
    const { publishAt, publishZone } = draft;
    if (!publishAt || !publishZone) return false;
    await recordAudit(tx, {
      brandId,
      action: "identity.publish_cancelled",
      target: { kind: "draft", id: brandId, label: `Draft over version ${draft.baseVersion}` },
      diff: { publish_at: [zonedText(publishAt, publishZone), null] },
    });
    return true;
  });
}
