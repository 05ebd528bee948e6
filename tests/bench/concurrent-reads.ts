import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import type { HubProcess } from "../support/hub-process";
import { signIn } from "../support/sign-in";
import { studioCaller } from "../support/studio-caller";

export const BATCH = 500;
const READ_EVERY_MS = 5;

export const quantile = (values: number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

/** Requests to the demo's hub: a bundle, and work to run at the same time. */
export async function callersOf({ baseUrl }: HubProcess, directory: string) {
  const { tools, users } = (await askRunningHub(directory)) as DemoCredentials;
  const { brandId, headers } = studioCaller({ tools });
  const owner = users.find(({ brands }) => brands[0]?.role === "owner");
  const cookie = owner ? await signIn(baseUrl, owner) : "";
  const { WEBHOOK_DISPATCH_SECRET } = JSON.parse(await readFile(join(directory, "secrets.json"), "utf8"));
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(baseUrl + path, init);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  const event = () => ({
    brand_id: brandId,
    type: "asset.made",
    occurred_at: "2026-03-14T09:26:53.589Z",
    idempotency_key: randomUUID(),
    payload: { text: "x".repeat(200) },
  });
  const lists = ["developers/webhooks", "developers/events", "members", "activity"];
  let list = 0;
  return {
    read: () => ask(`/api/public/v1/brand/by-id/${brandId}/bundle`, { headers }),
    batches: () => {
      const body = JSON.stringify({ events: Array.from({ length: BATCH }, event) });
      return ask("/api/public/v1/events/batch", { method: "POST", headers, body });
    },
    lists: () => ask(`/b/${owner?.brands[0]?.slug}/${lists[list++ % lists.length]}`, { headers: { cookie } }),
    ticks: () =>
      ask("/api/public/v1/internal/dispatch-tick", {
        method: "POST",
        headers: { authorization: `Bearer ${WEBHOOK_DISPATCH_SECRET}` },
      }),
  };
}

/**
 * Reads for this long and returns each read's milliseconds. Meanwhile repeats `work`.
 * @throws Error if the work never completed
 */
export async function readDuring(
  forMs: number,
  read: () => Promise<void>,
  work?: () => Promise<void>,
): Promise<number[]> {
  const untilMs = performance.now() + forMs;
  const times: number[] = [];
  let done = 0;
  await Promise.all([
    (async () => {
      while (performance.now() < untilMs) {
        const startMs = performance.now();
        await read();
        times.push(performance.now() - startMs);
        await delay(READ_EVERY_MS);
      }
    })(),
    (async () => {
      for (; work && performance.now() < untilMs; done += 1) await work();
    })(),
  ]);
  if (work && done === 0) throw new Error("the work never completed");
  return times;
}
