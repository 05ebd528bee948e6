import { SingleBar } from "cli-progress";
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { users } from "@/db/schema";
import { type IconBrand, iconBrands } from "@/lib/brands/server";
import { counted } from "@/lib/platform/text";
import { usageOf } from "@/lib/platform/usage-of";
import { contextOf, type Hub } from "@/lib/runtime/hub";
import { prepareHub } from "../prepare-hub";
import { importBatch } from "./import/import-batch";
import { applyEmbeddedSecrets, CommandError, readArgs, runCommand } from "./run-command";

const DEFAULT_COUNT = 100;
const BATCH = 100;
const IMPORT = { kind: "system", name: "Import of brands" } as const;
const USAGE = `Use: ${usageOf("import-brands", "[--count <number of brands>] [--owner <email of a user>]")}`;

function readOptions(): { count: number; owner?: string } {
  const { values } = readArgs(USAGE, { options: { count: { type: "string" }, owner: { type: "string" } } });
  const count = Number(values.count ?? DEFAULT_COUNT);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new CommandError(`--count must be a whole number from 1. ${USAGE}`);
  return { count, owner: values.owner };
}

async function findOwner(db: Database, email: string | undefined): Promise<string> {
  const named = email ? eq(users.email, email.toLowerCase()) : eq(users.hubAdmin, true);
  const found = await db.select({ id: users.id }).from(users).where(named).limit(2);
  const [owner] = found;
  if (owner && found.length === 1) return owner.id;
  throw new CommandError(
    email
      ? `No account has the email ${email}.`
      : `There is ${owner ? "more than one" : "no"} hub administrator. ${USAGE}`,
  );
}

/** Imports batch by batch until all are done or Ctrl-C is pressed, which lets the current batch finish. */
async function importAll(hub: Hub, ownerId: string, wanted: IconBrand[]): Promise<void> {
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const format = "Importing {bar} {value} of {total} brands, {eta_formatted} left";
  const bar = new SingleBar({ format, hideCursor: true, noTTYOutput: true, notTTYSchedule: 2_000 });
  const startedMs = performance.now();
  let imported = 0;
  let seen = 0;
  bar.start(wanted.length, 0);
  for (; seen < wanted.length && !stopped; seen = Math.min(seen + BATCH, wanted.length)) {
    const ctx = contextOf(hub, { actor: IMPORT, now: new Date() });
    imported += await importBatch(ctx, { ownerId, brands: wanted.slice(seen, seen + BATCH) });
    bar.update(Math.min(seen + BATCH, wanted.length));
  }
  bar.stop();

  const seconds = (performance.now() - startedMs) / 1000;
  const rate = Math.round(imported / seconds);
  const end = stopped && seen < wanted.length ? `Stopped after ${seen} of ${wanted.length}: ` : "";
  process.stdout.write(
    `${end}${counted(imported, "brand")} imported, ${seen - imported} already existed, in ${seconds.toFixed(1)} s (${rate} a second).\n`,
  );
}

await runCommand(async () => {
  const { count, owner } = readOptions();
  await applyEmbeddedSecrets();
  const hub = await prepareHub();
  await importAll(hub, await findOwner(hub.db, owner), (await iconBrands()).slice(0, count));
});
