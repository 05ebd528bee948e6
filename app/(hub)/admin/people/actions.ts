"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { Deactivation, Erasure } from "@/lib/access";
import { deactivatePerson, erasePerson, reactivatePerson, setHubAdmin, signOutPerson } from "@/lib/access/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const PersonId = z.uuid();

export async function deactivate(personId: string): Promise<FormResult<Deactivation>> {
  return formResult(async () => {
    const outcome = await deactivatePerson(await actionContext("changes"), { personId: PersonId.parse(personId) });
    refresh();
    return outcome;
  });
}

export async function reactivate(personId: string): Promise<FormResult> {
  return formResult(async () => {
    await reactivatePerson(await actionContext("changes"), { personId: PersonId.parse(personId) });
    refresh();
  });
}

export async function erase(personId: string, typedEmail: string): Promise<FormResult<Erasure>> {
  return formResult(async () => {
    const input = { personId: PersonId.parse(personId), typedEmail: z.string().max(1000).parse(typedEmail) };
    const erased = await erasePerson(await actionContext("changes"), input);
    refresh();
    return erased;
  });
}

export async function signOutEverywhere(personId: string): Promise<FormResult<number>> {
  return formResult(async () => {
    const ended = await signOutPerson(await actionContext("changes"), { personId: PersonId.parse(personId) });
    refresh();
    return ended;
  });
}

export async function changeHubAdmin(personId: string, on: boolean): Promise<FormResult<boolean>> {
  return formResult(async () => {
    const input = { personId: PersonId.parse(personId), on: z.boolean().parse(on) };
    const changed = await setHubAdmin(await actionContext("changes"), input);
    refresh();
    return changed;
  });
}
