import { and, asc, between, eq, isNotNull, isNull } from "drizzle-orm";
import { apiKeys, brands, hubSettings, tools, users } from "@/db/schema";
import { can } from "@/lib/access";
import { countPeople } from "@/lib/access/server";
import type { BrandDocument } from "@/lib/content";
import { type DeliverySummary, EXPIRY_WARNING_MS } from "@/lib/integrations";
import { listBrandTools, listDeliveries, listToolHealth } from "@/lib/integrations/server";
import { requireHubAdmin } from "@/lib/platform/context";
import { documentOf, measureCompleteness } from "@/lib/publishing";
import { listVersions, openEditor } from "@/lib/publishing/server";
import type { Ctx } from "../context";
import { contrastProblems } from "./problems";

export interface FirstStep {
  key: "describe" | "voice" | "colors" | "logo" | "publish" | "invite";
  label: string;
  /** Appended to the brand's slug in the URL. */
  path: string;
  done: boolean;
}

interface Beginning {
  /** Includes unpublished edits. */
  document: BrandDocument;
  published: BrandDocument;
  version: number;
  /** Members and open invitations. */
  people: number;
}

function basics({ identity: { brand, persona }, colors, logos }: BrandDocument): FirstStep[] {
  const roles = new Set(colors.palette.map(({ role }) => role));
  const described = Boolean(brand.tagline && brand.description);
  const voiced = Boolean(persona.summary || persona.voice?.summary);
  const coloured = roles.has("primary") && roles.has("background") && roles.has("text");
  return [
    { key: "describe", label: "Write a tagline and description", path: "/identity?edit=essentials", done: described },
    { key: "voice", label: "Describe its voice", path: "/identity?edit=voice", done: voiced },
    { key: "colors", label: "Choose its colours", path: "/palette", done: coloured },
    { key: "logo", label: "Upload a logo", path: "/logos", done: logos.items.length > 0 },
  ];
}

/** Empty once the published version has the basics. */
function firstSteps({ document, published, version, people }: Beginning): FirstStep[] {
  const live = basics(published);
  if (live.every(({ done }) => done)) return [];
  const wanted = basics(document);
  // A brand created from a colour, logo or file has content in version 1.
  const hasBegun = version > 1 || live.some(({ done }) => done);
  const isPublished = hasBegun && wanted.every(({ done }, index) => !done || live[index]?.done);
  return [
    ...wanted,
    { key: "publish", label: "Publish it", path: "/identity?dialog=publish", done: isPublished },
    { key: "invite", label: "Invite a member", path: "/members?dialog=invite", done: people > 1 },
  ];
}

const DAY_MS = 24 * 60 * 60_000;
/** By then people know about an expired key. */
const SHOWN_AFTER_MS = 7 * DAY_MS;
const MAX_SHOWN = 20;

export type ExpiringKey = Awaited<ReturnType<typeof expiringKeys>>[number];

async function expiringKeys({ db, now }: Ctx, brandId: string) {
  const rows = await db
    .select({ id: apiKeys.id, name: apiKeys.name, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.brandId, brandId),
        isNull(apiKeys.revokedAt),
        isNull(apiKeys.replacedBy),
        between(
          apiKeys.expiresAt,
          new Date(now.getTime() - SHOWN_AFTER_MS),
          new Date(now.getTime() + EXPIRY_WARNING_MS),
        ),
      ),
    )
    .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
    .limit(MAX_SHOWN);
  return rows.flatMap(({ expiresAt, ...key }) => (expiresAt ? [{ ...key, expiresAt }] : []));
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;

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

/** @throws NotFound for non-members */
export async function readOverview(ctx: Ctx, { brandId }: { brandId: string }) {
  const editor = await openEditor(ctx, { brandId });
  const [[version], tools, failing, people, keys] = await Promise.all([
    listVersions(ctx, { brandId, before: editor.version + 1, limit: 1 }),
    listBrandTools(ctx, { brandId }),
    failingDeliveries(ctx, brandId),
    countPeople(ctx, brandId),
    can(editor.access.role, "manage") ? expiringKeys(ctx, brandId) : [],
  ]);
  if (!version) throw new Error(`brand ${brandId} has no version ${editor.version}`);
  const { access, published, document, changes, updatedAt, changedSince, schedule, scheduleFailure } = editor;
  return {
    access,
    published,
    /** Includes the acting user's unpublished edits. */
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
    /** Empty for users who can't see keys. */
    keys,
  };
}

export type HubOverview = Awaited<ReturnType<typeof readHubOverview>>;

/** @throws Forbidden for all but hub administrators */
export async function readHubOverview(ctx: Ctx) {
  requireHubAdmin(ctx);
  const { db } = ctx;
  const working = and(isNull(users.deactivatedAt), isNull(users.erasedAt));
  const [registered, disabled, living, archived, active, deactivated, administrators, deliveries, [settings]] =
    await Promise.all([
      db.$count(tools),
      db.$count(tools, eq(tools.status, "disabled")),
      db.$count(brands, isNull(brands.archivedAt)),
      db.$count(brands, isNotNull(brands.archivedAt)),
      db.$count(users, working),
      db.$count(users, and(isNotNull(users.deactivatedAt), isNull(users.erasedAt))),
      db.$count(users, and(working, eq(users.hubAdmin, true))),
      listToolHealth(ctx),
      db.select().from(hubSettings),
    ]);
  return {
    tools: { registered, disabled },
    brands: { living, archived },
    people: { active, deactivated, administrators },
    adminsNeedTwoFactor: settings?.adminsNeedTwoFactor ?? false,
    sendsMail: ctx.mail.configured,
    deliveries,
  };
}
