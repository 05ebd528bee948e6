"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { actionContext } from "@/lib/auth/current-user";
import type { Replayable, SubscriptionKey } from "@/lib/deliveries";
import {
  disableSubscription,
  enableSubscription,
  replayDelivery,
  replayFailedSince,
  sendTestDelivery,
} from "@/lib/deliveries/server";

const SinceForm = z.object({ since: z.iso.date("Choose the day from which on to replay.") });

/** Records a test for one endpoint. */
export async function sendTest(key: SubscriptionKey): Promise<FormResult<{ id: string }>> {
  return formResult(async () => {
    const sent = await sendTestDelivery(await actionContext("changes"), key);
    refresh();
    return sent;
  });
}

/** Sends again what failed since a moment. */
export async function replayMissed(key: SubscriptionKey, since: Date): Promise<FormResult<number>> {
  return formResult(async () => {
    const count = await replayFailedSince(await actionContext("changes"), { ...key, since: z.date().parse(since) });
    refresh();
    return count;
  });
}

/** Sends again what failed since the start of a day, in UTC. */
export async function replayFailed(key: SubscriptionKey, form: FormData): Promise<FormResult<number>> {
  return formResult(async () => {
    const { since } = SinceForm.parse(Object.fromEntries(form));
    const count = await replayFailedSince(await actionContext("changes"), { ...key, since: new Date(since) });
    refresh();
    return count;
  });
}

/** Sends one delivery again. */
export async function replayOne(brandId: string, deliveryId: string): Promise<FormResult> {
  return formResult(async () => {
    await replayDelivery(await actionContext("changes"), { brandId, deliveryId });
    refresh();
  });
}

/** Turns a subscription off. */
export async function turnOff(key: SubscriptionKey): Promise<FormResult<boolean>> {
  return formResult(async () => {
    const changed = await disableSubscription(await actionContext("changes"), key);
    refresh();
    return changed;
  });
}

/** Turns a subscription on, and says what can be replayed. */
export async function turnOn(key: SubscriptionKey): Promise<FormResult<Replayable | null>> {
  return formResult(async () => {
    const missed = await enableSubscription(await actionContext("changes"), key);
    refresh();
    return missed;
  });
}
