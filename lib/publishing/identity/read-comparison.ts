import { setTimeout as delay } from "node:timers/promises";
import { runJob } from "@/lib/platform/jobs/run-job";
import { cached } from "@/lib/platform/result-cache";
import type { Ctx } from "../context";
import { type Comparison, type ComparisonView, compareDocuments } from "./compare-documents";

/** Two documents as JSON texts; `key` names their content, which never changes. */
interface ComparedTexts {
  key: string;
  isDraft: boolean;
  read: () => Promise<{ before: string; after: string }>;
}

/** What a character of a comparison takes in memory. */
const BYTES = 2;
/** Documents of so many characters are compared in milliseconds, which starting a process for it is not worth. */
const QUICK_CHARACTERS = 64_000;

/** About as long as a page of a comparison takes to be drawn. */
const DRAWN_MS = 30;
let nextFromMs = 0;

/** Has pages of comparisons begin one after the other, so that whoever asks for something else is heard between two of them. */
async function inTurn(): Promise<void> {
  const nowMs = performance.now();
  const fromMs = Math.max(nowMs, nextFromMs);
  nextFromMs = fromMs + DRAWN_MS;
  if (fromMs > nowMs) await delay(fromMs - nowMs);
}

/** One page of a comparison, from the process's cache or made, once for all who ask meanwhile. @throws RateLimited when too many jobs wait */
export async function readComparison(
  ctx: Ctx,
  { key, isDraft, read }: ComparedTexts,
  { offset, path }: ComparisonView,
): Promise<Comparison> {
  const make = async () => {
    const { before, after } = await read();
    const view = JSON.stringify({ isDraft, offset, path }).slice(1);
    const order = `{"before":${before},"after":${after},${view}`;
    return order.length > QUICK_CHARACTERS ? runJob(ctx, "compareDocuments", order) : compareDocuments(order);
  };
  const sizeOf = ({ labels, ...rest }: Comparison) => BYTES * JSON.stringify([...labels, rest]).length;
  const comparison = await cached(`comparison ${key} ${offset} ${path}`, make, sizeOf);
  await inTurn();
  return comparison;
}
