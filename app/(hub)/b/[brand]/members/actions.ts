"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { InvitationLink } from "@/components/members/roles";
import type { IssuedInvitation } from "@/lib/access";
import {
  changeRole,
  invitationPath,
  inviteMember,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "@/lib/access/server";
import { Role } from "@/lib/contract";
import { env } from "@/lib/platform/config/env";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";

const InviteForm = z.object({ email: z.string(), role: Role });
const RoleForm = z.object({ role: Role });

const linkOf = ({ email, token, expiresAt }: IssuedInvitation): InvitationLink => ({
  email,
  link: token && `${env.HUB_BASE_URL}${invitationPath(token)}`,
  expiresAt,
});

/** Invites an email. If the hub sends no mail, this response is the only place that shows the link. */
export async function invite(brandId: string, form: FormData): Promise<FormResult<InvitationLink>> {
  return formResult(async () => {
    const { email, role } = InviteForm.parse(Object.fromEntries(form));
    const issued = await inviteMember(await actionContext("invitations"), { brandId, email, role });
    refresh();
    return linkOf(issued);
  });
}

/** Issues a new invitation link, which invalidates the old one. */
export async function resend(brandId: string, invitationId: string): Promise<FormResult<InvitationLink>> {
  return formResult(async () => {
    const key = { brandId, invitationId: z.uuid().parse(invitationId) };
    const issued = await resendInvitation(await actionContext("invitations"), key);
    refresh();
    return linkOf(issued);
  });
}

export async function revoke(brandId: string, invitationId: string): Promise<FormResult> {
  return formResult(async () => {
    await revokeInvitation(await actionContext("changes"), { brandId, invitationId: z.uuid().parse(invitationId) });
    refresh();
  });
}

export async function giveRole(brandId: string, userId: string, form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const { role } = RoleForm.parse(Object.fromEntries(form));
    await changeRole(await actionContext("changes"), { brandId, userId: z.uuid().parse(userId), role });
    refresh();
  });
}

export async function remove(brandId: string, userId: string): Promise<FormResult> {
  return formResult(async () => {
    await removeMember(await actionContext("changes"), { brandId, userId: z.uuid().parse(userId) });
    refresh();
  });
}

/** Removes the user's own membership. No refresh: the page redirects, as the brand can't be read any more. */
export async function leave(brandId: string, userId: string): Promise<FormResult> {
  return formResult(async () => {
    await removeMember(await actionContext("changes"), { brandId, userId: z.uuid().parse(userId) });
  });
}
