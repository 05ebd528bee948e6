import { and, asc, eq, isNotNull, lte, or, sql } from "drizzle-orm";
import { pick } from "@/db/pick";
import { brands, drafts } from "@/db/schema";
import { holdBrand, holdSession, lockBrand, recordAudit, requireActive, requirePermission } from "@/lib/access/server";
import { asUser, inTransaction, isStrongEnough, requireOperator, requireUser } from "@/lib/platform/context";
import { BadRequest, HubError, NotFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Ctx } from "../context";
import { parseNote } from "./compile-document";
import { diffDocuments } from "./diff-documents";
import { StaleDraft, StaleEdit } from "./errors";
import { getSnapshot } from "./list-versions";
import { type CurrentVersion, commitVersion, snapshotOfDraft } from "./publish-draft";
import { type Draft, findDraft, NO_SCHEDULE, ownDraft, takeDraft } from "./save-draft";
import { isZone, momentsOf, type ZonedTime, zonedText } from "./zoned-time";

export interface PublishSchedule extends ZonedTime {
  brandId: string;
  /** The revision that the person saw. Later edits are published too. */
  revision: number;
  /** Selects the second of an hour that occurs twice. */
  second: boolean;
  note: string | null;
}

const MAX_AHEAD_MS = 366 * 24 * 60 * 60_000;

/** @throws BadRequest with the field when there is no such time */
function momentOf({ date, time, zone, second }: PublishSchedule, now: Date): Date {
  if (!isZone(zone)) throw new BadRequest("Choose a time zone from the list.", { field: "zone" });
  const moments = momentsOf({ date, time, zone });
  const moment = second ? moments.at(-1) : moments[0];
  if (!moment) {
    const skipped = `${time} doesn’t exist on that day in ${zone.replaceAll("_", " ")}, because clocks go forward. Choose another time.`;
    const known = momentsOf({ date, time: "12:00", zone }).length > 0 && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
    throw new BadRequest(known ? skipped : "Choose a date and a time.", { field: known ? "time" : "date" });
  }
  const aheadMs = moment.getTime() - now.getTime();
  if (aheadMs <= 0) throw new BadRequest("That time has passed. Pick a later time or publish now.", { field: "time" });
  if (aheadMs > MAX_AHEAD_MS) throw new BadRequest("Choose a day within the next year.", { field: "date" });
  return moment;
}

/**
 * Replaces an earlier schedule. The draft must be publishable now. The schedule lapses with the session: see
 * `runPublishTick`.
 * @throws Unauthorized once the session has ended; StaleDraft, StaleEdit, BadRequest as `publishDraft`; BadRequest
 * for a time in the past, over a year ahead or skipped by the clocks
 */
export async function schedulePublish(ctx: Ctx, input: PublishSchedule): Promise<void> {
  const { brandId, revision, zone } = input;
  await requirePermission(ctx, brandId, "edit");
  const publishAt = momentOf(input, ctx.now);
  const note = parseNote(input.note);
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
      target: { kind: "draft", id: brandId, label: `Draft based on version ${draft.baseVersion}` },
      diff: { publish_at: [before && publishZone ? zonedText(before, publishZone) : null, zonedText(publishAt, zone)] },
    });
  });
}

/** Also clears a failure. False if nothing was scheduled. */
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
      target: { kind: "draft", id: brandId, label: `Draft based on version ${draft.baseVersion}` },
      diff: { publish_at: [zonedText(publishAt, publishZone), null] },
    });
    return true;
  });
}

/** Per tick. The rest follow a minute later. */
const BATCH_SIZE = 50;
/** A schedule found later than this, after downtime or a restore, fails. Nobody expects it any more. */
const MAX_DELAY_MS = 24 * 60 * 60_000;

interface Due {
  brandId: string;
  userId: string;
  publishAt: Date;
  note: string | null;
}

class NotDue extends Error {}

const isStillDue = ({ brandId, userId, publishAt }: Due) =>
  and(eq(drafts.brandId, brandId), eq(drafts.userId, userId), eq(drafts.publishAt, publishAt));

/** A schedule lapses when its session is revoked or the brand starts to require two-factor sign-in. */
const lapsed = or(
  isNotNull(drafts.publishRevokedAt),
  and(
    sql`${drafts.publishStrong} is not true`,
    sql`(select b.two_step_of_members from ${brands} b where b.id = ${drafts.brandId})`,
  ),
);

/**
 * Checks the same under the brand's lock.
 * @throws BadRequest with what to do
 */
function requireAssurance(draft: Draft, { membersNeedTwoFactor }: CurrentVersion): void {
  if (draft.publishRevokedAt)
    throw new BadRequest("The editor was signed out everywhere after scheduling it. Sign in and schedule it again.");
  if (membersNeedTwoFactor && !draft.publishStrong)
    throw new BadRequest(
      "The brand requires two-factor sign-in, but the schedule was made without it. Sign in with two factors and schedule it again.",
    );
}

/** Publishes as the editor, with the permissions that they have now. */
async function publish(ctx: Ctx, due: Due): Promise<void> {
  const acting = asUser({ ...ctx, clientIp: null }, due.userId);
  await commitVersion(acting, {
    brandId: due.brandId,
    permission: "edit",
    note: due.note,
    action: "identity.published_as_scheduled",
    async next(tx, current) {
      await requireActive(tx);
      const which = and(ownDraft(tx, due), isStillDue(due));
      const taken = await takeDraft(tx, { which, approvalsRequired: current.approvalsRequired });
      if (!taken) throw new NotDue();
      requireAssurance(taken.draft, current);
      // It had lapsed when it was selected, and was rescheduled since.
      if (due.publishAt > tx.now) throw new NotDue();
      if (tx.now.getTime() - due.publishAt.getTime() > MAX_DELAY_MS)
        throw new BadRequest("The hub was down at that time and publishes at most a day late. Schedule it again.");
      return { snapshot: await snapshotOfDraft(tx, taken.draft, current), approvals: taken };
    },
  });
}

function reasonOf(error: HubError): string {
  if (error instanceof StaleEdit) return `${error.message} Merge the draft with it, then publish or schedule it again.`;
  if (error instanceof NotFound) return "The brand was archived, or the editor was no longer a member.";
  return error.message;
}

/** Records the audit entry that notifies the editor, owners and admins. */
async function fail(ctx: Ctx, due: Due, error: HubError): Promise<void> {
  const reason = reasonOf(error);
  await inTransaction(ctx, async (tx) => {
    await holdBrand(tx, due.brandId);
    const [draft] = await tx.db
      .update(drafts)
      .set({ ...NO_SCHEDULE, publishFailedAt: tx.now, publishFailure: reason })
      .where(isStillDue(due))
      .returning({ baseVersion: drafts.baseVersion });
    if (!draft) return;
    await recordAudit(tx, {
      brandId: due.brandId,
      action: "identity.publish_failed",
      target: { kind: "draft", id: due.userId, label: `Draft based on version ${draft.baseVersion}` },
      diff: { publish_at: [due.publishAt.toISOString(), null], reason: [null, reason] },
    });
  });
}

/** Publishes a draft once even if ticks overlap. For the hub itself. */
export async function runPublishTick(ctx: Ctx): Promise<{ published: number; failed: number }> {
  requireOperator(ctx);
  const now = await ctx.clock(ctx.db);
  const due = await ctx.db
    .select({ ...pick(drafts, "brandId", "userId", "publishAt"), note: drafts.publishNote })
    .from(drafts)
    .where(and(isNotNull(drafts.publishAt), or(lte(drafts.publishAt, now), lapsed)))
    .orderBy(asc(drafts.publishAt))
    .limit(BATCH_SIZE);
  const did = { published: 0, failed: 0 };
  for (const { publishAt, ...one } of due) {
    if (!publishAt) continue;
    // Read again, because the drafts before may have taken minutes.
    const present: Ctx = { ...ctx, now: await ctx.clock(ctx.db) };
    try {
      await publish(present, { ...one, publishAt });
      did.published += 1;
    } catch (error) {
      if (error instanceof NotDue) continue;
      // Anything but a rule, such as an unreachable database, is retried a minute later.
      if (!(error instanceof HubError))
        log.error({ err: error, brandId: one.brandId }, "a scheduled publish went wrong");
      else {
        await fail(present, { ...one, publishAt }, error);
        did.failed += 1;
      }
    }
  }
  return did;
}
