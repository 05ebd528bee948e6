import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { resetAction } from "@/app/(auth)/reset-password/[token]/actions";
import { sessions } from "@/db/schema";
import { hashPassword, makeResetLink, openPasswordSession, signInWithPassword } from "@/lib/account/server";
import { assembleHub, contextOf, type Hub, setHub } from "@/lib/hub/hub";
import { log } from "@/lib/kernel/log";
import { MemoryStore } from "@/lib/limits/server";
import { createTestDatabase } from "../support/database";
import { createUser } from "../support/fixtures";

const given = new Map<string, string>();
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: () => undefined,
    set: ({ name, value }: { name: string; value: string }) => given.set(name, value),
  }),
}));

const OLD = "a few plain words";
const NEW = "ferry tulip brass onion";
log.level = "silent";
let hub: Hub;
beforeAll(async () => {
  hub = assembleHub(await createTestDatabase(), { limits: new MemoryStore({ nowMs: () => 0 }) });
  setHub(hub);
});
afterAll(() => hub.database.close());

const by = (kind: "anonymous" | "system") =>
  contextOf(hub, {
    actor: kind === "system" ? { kind, name: "test" } : { kind },
    now: new Date(),
    clientIp: "198.51.100.7",
  });

/** Somebody whose account is guessed at from everywhere, until no stranger is heard any more, and who then sets a new password. */
async function attacked() {
  const user = await createUser(hub.db, { email: "attacked@example.com", passwordHash: await hashPassword(OLD) });
  await openPasswordSession(by("anonymous"), {
    userId: user.id,
    userAgent: null,
    passwordHash: user.passwordHash ?? "",
  });
  const guess = (network: number) =>
    signInWithPassword(
      { ...by("anonymous"), clientIp: `192.0.${network}.1` },
      { email: user.email, password: "wrong" },
    );
  for (let network = 0; network < 40; network++) await guess(network).catch(() => {});
  const { path } = await makeResetLink(by("system"), { email: user.email });
  const form = new FormData();
  form.set("password", NEW);
  const reset = () => resetAction(path.split("/").at(-1) ?? "", form);
  const signIn = (device: string | null, password = NEW) =>
    signInWithPassword(by("anonymous"), { email: user.email, password, device });
  return { user, reset, signIn };
}

it("a password reset lets its browser sign in while others guess, and still announces it as new", async () => {
  const { user, reset, signIn } = await attacked();
  await expect(signIn(null)).rejects.toThrow(/Too many wrong passwords/);
  await expect(reset()).rejects.toThrow("NEXT_REDIRECT");
  const device = given.get("hub-device") ?? "";
  await expect(signIn(null)).rejects.toThrow(/Too many wrong passwords/);
  const proved = await signIn(device);
  expect(proved).toMatchObject({ signedIn: true, user: { id: user.id } });
  const { passwordHash } = proved.signedIn ? proved.user : { passwordHash: "" };
  await openPasswordSession(by("anonymous"), { userId: user.id, userAgent: null, device, passwordHash });
  const marked = await hub.db.select().from(sessions).where(eq(sessions.userId, user.id));
  expect(marked.map(({ newBrowser }) => newBrowser)).toEqual([false, true]);
});

it("gives no cookie to who has no link that works", async () => {
  given.clear();
  const form = new FormData();
  form.set("password", NEW);
  expect(await resetAction("x".repeat(43), form)).toMatchObject({ status: "error" });
  expect(given.size).toBe(0);
});
