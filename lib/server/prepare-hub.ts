import { env } from "@/lib/platform/config/env";
import { contextOf, type Hub, hub } from "@/lib/runtime/hub";
import { seedDemo } from "./seed-demo";

export async function prepareHub(): Promise<Hub> {
  const opened = await hub();
  await opened.database.migrate();
  const ctx = contextOf(opened, { actor: { kind: "system", name: "demo" }, now: new Date() });
  if (env.HUB_DEMO) await seedDemo(ctx, { directory: env.HUB_DATA_DIR });
  return opened;
}
