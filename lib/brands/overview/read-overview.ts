import { and, count, eq, gt, isNull } from "drizzle-orm";
import { invitations, memberships } from "@/db/schema";
import { type BrandAccess, may } from "@/lib/access";
import type { BrandDocument, BrandSnapshot } from "@/lib/content";
import type { BrandTool, DeliverySummary } from "@/lib/integrations";
import { listBrandTools, listDeliveries } from "@/lib/integrations/server";
import {
  type Completeness,
  documentOf,
  type EditorState,
  type FieldChange,
  measureCompleteness,
  type VersionEntry,
} from "@/lib/publishing";
import { listVersions, openEditor } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { type ContrastProblem, contrastProblems } from "./contrast-problems";
import { type ExpiringKey, expiringKeys } from "./expiring-keys";
import { type FirstStep, firstSteps } from "./first-steps";

/** How many belong to the brand or have an invitation that still works. The caller has checked the permission. */
async function countPeople({ db, now }: Ctx, { brandId }: { brandId: string }): Promise<number> {
  const open = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now));
  const [[members], [invited]] = await Promise.all([
    db.select({ n: count() }).from(memberships).where(eq(memberships.brandId, brandId)),
    db
      .select({ n: count() })
      .from(invitations)
      .where(and(eq(invitations.brandId, brandId), open)),
  ]);
  return (members?.n ?? 0) + (invited?.n ?? 0);
}

export interface Overview {
  access: BrandAccess;
  published: BrandSnapshot;
  /** As the acting user has it: with their unpublished edits. */
  document: BrandDocument;
  version: VersionEntry;
  /** The acting user's unpublished edits; null without any. */
  draft:
    | ({ changes: FieldChange[]; updatedAt: Date; behind: boolean } & Pick<EditorState, "schedule" | "scheduleFailure">)
    | null;
  /** Of `document`. */
  completeness: Completeness;
  /** Of `document`. */
  contrast: ContrastProblem[];
  /** Empty once the brand has the basics. */
  steps: FirstStep[];
  /** Those the brand is entitled to. */
  tools: BrandTool[];
  /** Newest first: what was given up on in the past seven days, and what waits after a failed attempt. */
  failing: DeliverySummary[];
  /** API keys that end soon, or just did; none for who may not see them. */
  keys: ExpiringKey[];
}

const RECENT_MS = 7 * 24 * 60 * 60_000;
const FAILURES_READ = 20;

async function failingDeliveries(ctx: Ctx, brandId: string): Promise<DeliverySummary[]> {
  const from = new Date(ctx.now.getTime() - RECENT_MS);
  const [dead, retrying] = await Promise.all([
    listDeliveries(ctx, { brandId, status: "dead", from, limit: FAILURES_READ }),
    listDeliveries(ctx, { brandId, status: "retrying", from, limit: FAILURES_READ }),
  ]);
  return [...dead.entries, ...retrying.entries]
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, FAILURES_READ);
}

/** Everything that a brand's first page shows. @throws NotFound for non-members */
export async function readOverview(ctx: Ctx, { brandId }: { brandId: string }): Promise<Overview> {
  const editor = await openEditor(ctx, { brandId });
  const [[version], tools, failing, people, keys] = await Promise.all([
    listVersions(ctx, { brandId, before: editor.version + 1, limit: 1 }),
    listBrandTools(ctx, { brandId }),
    failingDeliveries(ctx, brandId),
    countPeople(ctx, { brandId }),
    may(editor.access.role, "manage") ? expiringKeys(ctx, brandId) : [],
  ]);
  if (!version) throw new Error(`brand ${brandId} has no version ${editor.version}`);
  const { access, published, document, changes, updatedAt, changedSince, schedule, scheduleFailure } = editor;
  return {
    access,
    published,
    document,
    version,
    draft:
      updatedAt && changes.length > 0
        ? { changes, updatedAt, behind: changedSince.length > 0, schedule, scheduleFailure }
        : null,
    completeness: measureCompleteness(document),
    contrast: contrastProblems(document.colors),
    steps: firstSteps({ document, published: documentOf(published), version: editor.version, people }),
    tools: tools.filter(({ entitled }) => entitled),
    failing,
    keys,
  };
}
