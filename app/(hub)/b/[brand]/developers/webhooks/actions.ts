"use server";

import { z } from "zod";
import type { Matching } from "@/components/developers/webhooks/webhook-texts";
import { type SubscriptionKey, TEST_SAMPLES, type TestOutcome, type Undelivered } from "@/lib/integrations";
import {
  awaitTest,
  countReplayable,
  disableSubscription,
  enableSubscription,
  replayDelivery,
  replayFailedSince,
  replayMatching,
  replayUndelivered as replayUndeliveredSince,
  sendTestDelivery,
} from "@/lib/integrations/server";
import { actionResult, changeResult, type FormResult } from "@/lib/web/actions/form-result";
import { deliveryQuery } from "./delivery-query";

const Filter = z.record(z.string(), z.string().max(2_000));

const TestForm = z.object({ sample: z.enum(TEST_SAMPLES) });
const SinceForm = z.object({ since: z.iso.date("Choose a start date.") });

export async function sendTest(key: SubscriptionKey, form: FormData): Promise<FormResult<TestOutcome>> {
  return changeResult("changes", async (ctx) => {
    const { sample } = TestForm.parse(Object.fromEntries(form));
    const { id } = await sendTestDelivery(ctx, { ...key, sample });
    return awaitTest(ctx, { brandId: key.brandId, deliveryId: id });
  });
}

export async function replayUndelivered(key: SubscriptionKey, since: Date): Promise<FormResult<number>> {
  return changeResult("changes", (ctx) => replayUndeliveredSince(ctx, { ...key, since: z.date().parse(since) }));
}

/** Replays deliveries that failed since the start of a day, in UTC. */
export async function replayFailed(key: SubscriptionKey, form: FormData): Promise<FormResult<number>> {
  return changeResult("changes", async (ctx) => {
    const { since } = SinceForm.parse(Object.fromEntries(form));
    return replayFailedSince(ctx, { ...key, since: new Date(since) });
  });
}

export async function replayOne(brandId: string, deliveryId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => replayDelivery(ctx, { brandId, deliveryId }));
}

/** Counts the deliveries that match a filter and can be replayed. `at` is the time of the count. */
export async function countMatching(brandId: string, filter: unknown): Promise<FormResult<Matching>> {
  return actionResult("lookups", async (ctx) => {
    const { criteria } = deliveryQuery(Filter.parse(filter));
    return { count: await countReplayable(ctx, { ...criteria, brandId: z.uuid().parse(brandId) }), at: ctx.now };
  });
}

/** Replays deliveries that matched the filter at `at`, so later ones are not replayed without confirmation. */
export async function replayAllMatching(brandId: string, filter: unknown, at: Date): Promise<FormResult<number>> {
  return changeResult("changes", async (ctx) => {
    const { criteria } = deliveryQuery(Filter.parse(filter));
    const ends = [criteria.until ?? at, z.date().parse(at)].map((end) => end.getTime());
    const until = new Date(Math.min(...ends));
    return replayMatching(ctx, { ...criteria, until, brandId: z.uuid().parse(brandId) });
  });
}

export async function turnOff(key: SubscriptionKey): Promise<FormResult<boolean>> {
  return changeResult("changes", (ctx) => disableSubscription(ctx, key));
}

/** Enables a subscription and returns which missed deliveries can be replayed. */
export async function turnOn(key: SubscriptionKey): Promise<FormResult<Undelivered | null>> {
  return changeResult("changes", async (ctx) => (await enableSubscription(ctx, key)) ?? null);
}
