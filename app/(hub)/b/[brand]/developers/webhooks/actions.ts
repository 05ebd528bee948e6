"use server";

import { refresh } from "next/cache";
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
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";
import { deliveryQuery } from "./delivery-query";

const Filter = z.record(z.string(), z.string().max(2_000));

const TestForm = z.object({ sample: z.enum(TEST_SAMPLES) });
const SinceForm = z.object({ since: z.iso.date("Choose a start date.") });

export async function sendTest(key: SubscriptionKey, form: FormData): Promise<FormResult<TestOutcome>> {
  return formResult(async () => {
    const { sample } = TestForm.parse(Object.fromEntries(form));
    const ctx = await actionContext("changes");
    const { id } = await sendTestDelivery(ctx, { ...key, sample });
    const outcome = await awaitTest(ctx, { brandId: key.brandId, deliveryId: id });
    refresh();
    return outcome;
  });
}

export async function replayUndelivered(key: SubscriptionKey, since: Date): Promise<FormResult<number>> {
  return formResult(async () => {
    const count = await replayUndeliveredSince(await actionContext("changes"), {
      ...key,
      since: z.date().parse(since),
    });
    refresh();
    return count;
  });
}

/** Replays deliveries that failed since the start of a day, in UTC. */
export async function replayFailed(key: SubscriptionKey, form: FormData): Promise<FormResult<number>> {
  return formResult(async () => {
    const { since } = SinceForm.parse(Object.fromEntries(form));
    const count = await replayFailedSince(await actionContext("changes"), { ...key, since: new Date(since) });
    refresh();
    return count;
  });
}

export async function replayOne(brandId: string, deliveryId: string): Promise<FormResult> {
  return formResult(async () => {
    await replayDelivery(await actionContext("changes"), { brandId, deliveryId });
    refresh();
  });
}

/** Counts the deliveries that match a filter and can be replayed. `at` is the time of the count. */
export async function countMatching(brandId: string, filter: unknown): Promise<FormResult<Matching>> {
  return formResult(async () => {
    const ctx = await actionContext("lookups");
    const { criteria } = deliveryQuery(Filter.parse(filter));
    return { count: await countReplayable(ctx, { ...criteria, brandId: z.uuid().parse(brandId) }), at: ctx.now };
  });
}

/** Replays deliveries that matched the filter at `at`, so later ones are not replayed without confirmation. */
export async function replayAllMatching(brandId: string, filter: unknown, at: Date): Promise<FormResult<number>> {
  return formResult(async () => {
    const { criteria } = deliveryQuery(Filter.parse(filter));
    const ends = [criteria.until ?? at, z.date().parse(at)].map((end) => end.getTime());
    const until = new Date(Math.min(...ends));
    const ctx = await actionContext("changes");
    const count = await replayMatching(ctx, { ...criteria, until, brandId: z.uuid().parse(brandId) });
    refresh();
    return count;
  });
}

export async function turnOff(key: SubscriptionKey): Promise<FormResult<boolean>> {
  return formResult(async () => {
    const changed = await disableSubscription(await actionContext("changes"), key);
    refresh();
    return changed;
  });
}

/** Enables a subscription and returns which missed deliveries can be replayed. */
export async function turnOn(key: SubscriptionKey): Promise<FormResult<Undelivered | null>> {
  return formResult(async () => {
    const missed = await enableSubscription(await actionContext("changes"), key);
    refresh();
    return missed ?? null;
  });
}
