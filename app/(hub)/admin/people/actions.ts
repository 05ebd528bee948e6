"use server";

import { z } from "zod";
import type { Deactivation, Erasure } from "@/lib/access";
import { deactivatePerson, erasePerson, reactivatePerson, setHubAdmin, signOutPerson } from "@/lib/access/server";
import { changeResult, type FormResult } from "@/lib/web/actions/form-result";

const PersonId = z.uuid();

export async function deactivate(personId: string): Promise<FormResult<Deactivation>> {
  return changeResult("changes", (ctx) => deactivatePerson(ctx, { personId: PersonId.parse(personId) }));
}

export async function reactivate(personId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => reactivatePerson(ctx, { personId: PersonId.parse(personId) }));
}

export async function erase(personId: string, typedEmail: string): Promise<FormResult<Erasure>> {
  const input = z.object({ personId: PersonId, typedEmail: z.string().max(1000) });
  return changeResult("changes", (ctx) => erasePerson(ctx, input.parse({ personId, typedEmail })));
}

export async function signOutEverywhere(personId: string): Promise<FormResult<number>> {
  return changeResult("changes", (ctx) => signOutPerson(ctx, { personId: PersonId.parse(personId) }));
}

export async function changeHubAdmin(personId: string, on: boolean): Promise<FormResult<boolean>> {
  return changeResult("changes", (ctx) =>
    setHubAdmin(ctx, { personId: PersonId.parse(personId), on: z.boolean().parse(on) }),
  );
}
