import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { brands, hubSettings, tools, users } from "@/db/schema";
import type { ToolHealth } from "@/lib/integrations";
import { listToolHealth } from "@/lib/integrations/server";
import { requireHubAdmin } from "@/lib/platform/context";
import type { Ctx } from "../context";

/** The hub at a glance, for whoever administers it. */
export interface HubOverview {
  tools: { registered: number; disabled: number };
  brands: { living: number; archived: number };
  /** Those who can sign in. */
  people: { active: number; deactivated: number; administrators: number };
  /** Whether administrators must sign in by two steps. */
  twoStepOfAdmins: boolean;
  /** Whether the hub can send mails. */
  sendsMail: boolean;
  deliveries: ToolHealth[];
}

/** @throws Forbidden unless a hub administrator asks */
export async function readHubOverview(ctx: Ctx): Promise<HubOverview> {
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
    twoStepOfAdmins: settings?.twoStepOfAdmins ?? false,
    sendsMail: ctx.mail.configured,
    deliveries,
  };
}
