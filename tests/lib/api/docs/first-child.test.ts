import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { freePort } from "@/tests/support/hub-process";

const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const KIT = pathToFileURL(join(process.cwd(), "lib/contract/index.ts")).href;
let hub: HubForTools;
let folder: string;

beforeAll(async () => {
  hub = await createHubForTools();
  folder = mkdtempSync(join(tmpdir(), "first-child-"));
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

it("follows a brand in the few lines of the kit's page", async () => {
  const [, code = ""] = /```ts first-child\.mts\n(.*?)```/s.exec(readFileSync("docs/api/kit.md", "utf8")) ?? [];
  writeFileSync(join(folder, "first-child.mts"), code.replace("brand-identity-hub-contract", KIT));
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", TSX, join(folder, "first-child.mts")], {
    env: {
      ...process.env,
      HUB_URL: hub.url,
      HUB_TOOL: "brand-studio",
      HUB_TOKEN: hub.world.tokens.childApp,
      HUB_WEBHOOK_SECRET: "another,brand-studio-webhook-secret-0123456789abcdef",
      PORT: String(port),
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const says = (pattern: RegExp) => vi.waitFor(() => expect(said).toMatch(pattern), { timeout: 60_000, interval: 50 });
  try {
    await says(/^.+ has version 1\nlistening on port \d+\n$/);
    await hub.subscribe(`http://127.0.0.1:${port}/`);
    await hub.publish("Begun in a few lines");
    expect(await hub.tick()).toEqual({ processed: 1, failed: 0 });
    await says(/ has version 2\n$/);
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
    expect(forged.status).toBe(401);
    await says(/401 The signature does not verify\./);
  } finally {
    child.kill("SIGKILL");
  }
});
