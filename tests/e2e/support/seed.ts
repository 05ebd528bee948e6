// A separate program with the data directory as its argument, because only one process can open the embedded database.
import { writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { memberships, sessions as sessionRows, toolCredentials, users } from "@/db/schema";
import { hashPassword, issueSession, type SessionClaims } from "@/lib/access/server";
import { createBrandFrom } from "@/lib/brands/server";
import type { Role } from "@/lib/contract";
import { grantEntitlement, issueApiKey } from "@/lib/integrations/server";
import { applyEnvironment, env } from "@/lib/platform/config/env";
import { newId } from "@/lib/platform/ids";
import { newLinkToken } from "@/lib/platform/key-format";
import { closeHub, contextOf, type Hub } from "@/lib/runtime/hub";
import { describeDemo } from "@/lib/server/describe-demo";
import { embeddedEnvironment } from "@/lib/server/embedded-secrets";
import { prepareHub } from "@/lib/server/prepare-hub";
import { inForm } from "../../support/in-form";
import { MINTED, type Minted, type MintedBrand, PALETTE, PASSWORD, type Person } from "./minted";

/** Enough for several runs of one worker's tests. */
const NEWCOMERS = inForm({ short: 10, full: 30 });
const COLLEAGUES = inForm({ short: 3, full: 10 });
const BRANDS = inForm<Record<keyof Minted["brands"], number>>({
  short: { bare: 30, busy: 30, crowded: 2 },
  full: { bare: 60, busy: 60, crowded: 4 },
});
/** Members of a `crowded` brand, apart from its crew. */
const CROWD = Array.from({ length: 25 }, (_, index) => `Member ${String(index + 1).padStart(2, "0")}`);
const CREW = { "Ada Admin": "admin", "Edda Editor": "editor", "Vera Viewer": "viewer" } satisfies Record<string, Role>;

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";

async function mint(hub: Hub, directory: string): Promise<Minted> {
  const { db } = hub;
  const now = new Date();
  const passwordHash = await hashPassword(PASSWORD);
  const sessions: Minted["sessions"] = {};
  const unprovedSessions: Minted["unprovedSessions"] = {};
  const acting = (userId: string, hubAdmin = false) =>
    contextOf(hub, { actor: { kind: "user", userId, hubAdmin }, now });
  const openSession = async (userId: string, provedAt: (claims: SessionClaims) => Date) => {
    const { token: proof, tokenHash: proofHash } = newLinkToken();
    const source = { kind: "browser", proofHash } as const;
    const claims = await issueSession(acting(userId), { userId, source, userAgent: CHROME });
    await db
      .update(sessionRows)
      .set({ provedAt: provedAt(claims) })
      .where(eq(sessionRows.id, claims.sid));
    return { claims, proof };
  };
  const signIn = async (userId: string, email: string) => {
    // Seeded data is reused for many runs, so for tests each session has just re-authenticated.
    sessions[email] = await openSession(userId, (claims) => new Date(claims.exp * 1000));
  };
  // One tool as in a data directory of an earlier release, with credentials only in the environment (support/hub.ts).
  await db.delete(toolCredentials).where(eq(toolCredentials.toolSlug, "print-room"));
  const describing = contextOf(hub, { actor: { kind: "system", name: "seed" }, now });
  const credentials = await describeDemo(describing, { directory });
  if (!credentials) throw new Error("no demo was made");
  const demoPeople = await db.select().from(users);
  for (const { id, email } of demoPeople) await signIn(id, email);
  const administrator = demoPeople.find(({ hubAdmin }) => hubAdmin);
  if (!administrator) throw new Error("the demo has no hub administrator");
  const granting = acting(administrator.id, true);

  async function person(name: string, emailVerifiedAt: Date | null = null): Promise<Person & { id: string }> {
    const id = newId();
    const email = `${name.toLowerCase().replace(" ", ".")}-${id.slice(-12)}@example.com`;
    await db.insert(users).values({ id, email, name, passwordHash, emailVerifiedAt, createdAt: now });
    await signIn(id, email);
    return { id, email, name, password: PASSWORD, hub_admin: false, brands: [] };
  }

  async function brand(kind: keyof Minted["brands"], number: number): Promise<MintedBrand> {
    const owner = await person("Nia Newcomer");
    const ctx = acting(owner.id);
    // Equal lengths, so no name is part of another.
    const name = `${kind[0]?.toUpperCase()}${kind.slice(1)} ${100 + number}`;
    const slug = name.toLowerCase().replace(" ", "-");
    const text = JSON.stringify({ name, colors: { palette: PALETTE } });
    const start = kind !== "bare" ? { kind: "file" as const, text } : { kind: "nothing" as const };
    const made = await createBrandFrom(ctx, { name, slug, start });
    const place = (role: Role) => [{ ...made, role }];
    const minted: MintedBrand = { ...made, name, owner: { ...owner, brands: place("owner") }, crew: {}, apiKey: "" };
    if (kind === "bare") {
      unprovedSessions[owner.email] = await openSession(owner.id, () => new Date(0));
      return minted;
    }
    for (const [who, role] of Object.entries(CREW)) {
      const member = await person(who);
      await db.insert(memberships).values({ brandId: made.id, userId: member.id, role, createdAt: now });
      minted.crew[role] = { ...member, brands: place(role) };
    }
    for (const who of kind === "crowded" ? CROWD : []) {
      const id = newId();
      const email = `${who.toLowerCase().replace(" ", ".")}-${id.slice(-12)}@example.com`;
      await db.insert(users).values({ id, email, name: who, passwordHash, createdAt: now });
      await db.insert(memberships).values({ brandId: made.id, userId: id, role: "editor", createdAt: now });
    }
    await grantEntitlement(granting, { brandId: made.id, toolSlug: "brand-studio" });
    minted.apiKey = (await issueApiKey(ctx, { brandId: made.id, name: "Order desk", expiresAt: null })).key;
    return minted;
  }

  const newcomers: Person[] = [];
  for (let count = 0; count < NEWCOMERS; count += 1) newcomers.push(await person("Nia Newcomer"));
  const colleagues: Person[] = [];
  for (let count = 0; count < COLLEAGUES; count += 1) colleagues.push(await person("Cato Colleague", now));
  const brands: Minted["brands"] = { bare: [], busy: [], crowded: [] };
  for (const kind of ["bare", "busy", "crowded"] as const)
    for (let number = 1; number <= BRANDS[kind]; number += 1) brands[kind].push(await brand(kind, number));
  return {
    credentials: credentials as Minted["credentials"],
    sessionSecrets: env.SESSION_SECRET,
    sessions,
    unprovedSessions,
    newcomers,
    colleagues,
    brands,
  };
}

const [directory = ""] = process.argv.slice(2);
applyEnvironment(await embeddedEnvironment(directory));
writeFileSync(`${directory}/${MINTED}`, JSON.stringify(await mint(await prepareHub(), directory)));
await closeHub();
