import { beforeAll, expect, it } from "vitest";
import { authenticateSessionToken, issueSession, signSessionToken } from "@/lib/access/server";
import { matchesSecret } from "@/lib/api/authenticate";
import { signFilePath, verifyFileUrl } from "@/lib/content/server";
import {
  authenticateFederationToken,
  issueToolCredential,
  mintFederationToken,
  readSigningSecrets,
  revokeToolCredential,
  runCredentialTick,
} from "@/lib/integrations/server";
import type { Secrets } from "@/lib/platform/context";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { enqueueMail } from "@/lib/platform/mail/enqueue-mail";
import { runMailTick } from "@/lib/platform/mail/run-tick";
import { seal, unseal } from "@/lib/platform/seal";
import { assembleHub, contextOf } from "@/lib/runtime/hub";
import { exposition, unreadiness } from "@/lib/runtime/readiness";
import { nextAuthSecret } from "@/lib/web/auth/session-jwt";
import { openTestDatabase } from "@/tests/support/database";
import {
  ANONYMOUS,
  actingUser,
  createBrandFixture,
  createTool,
  createUser,
  NOW,
  SYSTEM,
  signedInUser,
} from "@/tests/support/fixtures";
import { memoryMailer } from "@/tests/support/memory-mailer";
import { memoryStorage } from "@/tests/support/memory-storage";

const OLD = "the-former-one-0123456789-kq7vX2mPz9w";
const NEW = "the-present-one-0123456789-Lm4Tz8bRq1y";
const SHA256 = "a".repeat(64);
const BASE_URL = "http://hub.test";
const IDLE = ["limiter", "ticks", "deliveries"];

const database = openTestDatabase();
let userId: string;
let brandId: string;
let toolSlug: string;
beforeAll(async () => {
  const user = await createUser(database.db, { hubAdmin: true });
  userId = user.id;
  brandId = (await createBrandFixture(database.db, { members: { [userId]: "owner" } })).id;
  toolSlug = (await createTool(database.db)).slug;
});

/** A process with these lists of secrets. */
function processWith(...list: string[]) {
  // Each variable has its own secrets.
  const of = (variable: string) => list.map((secret) => `${variable} ${secret}`);
  const secrets: Secrets = {
    session: of("session"),
    federation: of("federation"),
    fileUrl: of("file"),
    encryption: of("encryption"),
    dispatch: of("dispatch"),
    cron: [],
    childApp: () => of("tool"),
    webhook: () => [],
  };
  const mail = memoryMailer();
  const hub = assembleHub(database, {
    secrets,
    mail,
    limits: new MemoryStore({ nowMs: () => 0 }),
    storage: memoryStorage(),
    stopping: new AbortController().signal,
    clock: async () => NOW,
    baseUrl: BASE_URL,
  });
  const acting = { actor: ANONYMOUS, now: NOW };
  return {
    hub,
    mail,
    anonymous: contextOf(hub, acting),
    system: contextOf(hub, { ...acting, actor: SYSTEM }),
    admin: contextOf(hub, { ...acting, actor: actingUser({ id: userId, hubAdmin: true }) }),
    signedIn: (sid: string) => contextOf(hub, { ...acting, actor: signedInUser({ id: userId }, { sid }) }),
  };
}
type Process = ReturnType<typeof processWith>;

/** What one process creates and another one rejects. */
async function refusedBetween(from: Process, to: Process): Promise<string[]> {
  const claims = await issueSession(from.anonymous, { userId, source: { kind: "browser", proofHash: SHA256 } });
  const session = await signSessionToken(from.anonymous, claims);
  const federation = await mintFederationToken(from.signedIn(claims.sid), { brandId });
  const { path } = signFilePath(from.anonymous, { brandId, sha256: SHA256 });
  const made = await issueToolCredential(from.admin, {
    toolSlug,
    kind: "signing_secret",
    name: "Production",
    expiresAt: null,
  });
  await runCredentialTick(from.system);
  await runCredentialTick(to.system);
  await enqueueMail(from.system, {
    kind: "test",
    to: "ana@example.com",
    content: { subject: "Hello", paragraphs: [] },
  });
  await runMailTick(to.system);
  const csrfCookie = `token|${await digestOf(`token${nextAuthSecret(from.system.secrets.session, undefined)}`)}`;
  const taken = {
    session: await authenticateSessionToken(to.anonymous, { token: session }),
    federation: await authenticateFederationToken(to.anonymous, { token: federation.token }),
    file: verifyFileUrl({ secret: to.system.secrets.fileUrl, url: new URL(path, BASE_URL), now: NOW }),
    signingSecret: (await readSigningSecrets(to.system)).of(toolSlug).includes(made.secret),
    mail: to.mail.sent.length > 0,
    authenticator: unseal(to.system, "authenticator", seal(from.system, "authenticator", "the app's secret")),
    signInForm:
      nextAuthSecret(to.system.secrets.session, csrfCookie) === nextAuthSecret(from.system.secrets.session, undefined),
    tool: matchesSecret(from.system.secrets.childApp(toolSlug)[0] ?? "", to.system.secrets.childApp(toolSlug)),
    ready: !(await unreadiness(to.hub, { besides: IDLE })).includes("encryption"),
  };
  await revokeToolCredential(from.admin, { toolSlug, credentialId: made.id });
  await runMailTick(from.system);
  return Object.entries(taken).flatMap(([kind, isTaken]) => (isTaken ? [] : [kind]));
}

const digestOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex");

it.each<[string, string[], string[]]>([
  ["old", [OLD], [OLD, NEW]],
  ["old,new", [OLD, NEW], [NEW, OLD]],
  ["new,old", [NEW, OLD], [NEW]],
])("a process with %s and one that is a step ahead accept each other's tokens and files", async (_, before, after) => {
  expect(await refusedBetween(processWith(...before), processWith(...after))).toEqual([]);
  expect(await refusedBetween(processWith(...after), processWith(...before))).toEqual([]);
});

it("readiness and metrics name encryption when a process missed a rotation step", async () => {
  const [behind, ahead] = [processWith(OLD), processWith(NEW, OLD)];
  expect(await refusedBetween(ahead, behind)).toEqual([
    ...["session", "federation", "file", "signingSecret", "mail", "authenticator", "signInForm", "tool", "ready"],
  ]);
  expect(await refusedBetween(behind, ahead)).toEqual([]);
  expect(await exposition(behind.hub)).toContain('hub_ready{check="encryption"} 0');
});
