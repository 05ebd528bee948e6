"use server";

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
import { actionResult, changeResult, type FormResult } from "@/lib/web/actions/form-result";

const InviteForm = z.object({ email: z.string(), role: Role });
const RoleForm = z.object({ role: Role });

const linkOf = ({ email, token, expiresAt }: IssuedInvitation): InvitationLink => ({
  email,
  link: token && `${env.HUB_BASE_URL}${invitationPath(token)}`,
  expiresAt,
});

/** Invites an email. If the hub sends no mail, this response is the only place that shows the link. */
export async function invite(brandId: string, form: FormData): Promise<FormResult<InvitationLink>> {
  return changeResult("invitations", async (ctx) => {
    const { email, role } = InviteForm.parse(Object.fromEntries(form));
    return linkOf(await inviteMember(ctx, { brandId, email, role }));
  });
}

/** Issues a new invitation link, which invalidates the old one. */
export async function resend(brandId: string, invitationId: string): Promise<FormResult<InvitationLink>> {
  return changeResult("invitations", async (ctx) =>
    linkOf(await resendInvitation(ctx, { brandId, invitationId: z.uuid().parse(invitationId) })),
  );
}

export async function revoke(brandId: string, invitationId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) =>
    revokeInvitation(ctx, { brandId, invitationId: z.uuid().parse(invitationId) }),
  );
}

export async function giveRole(brandId: string, userId: string, form: FormData): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    const { role } = RoleForm.parse(Object.fromEntries(form));
    await changeRole(ctx, { brandId, userId: z.uuid().parse(userId), role });
  });
}

export async function remove(brandId: string, userId: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => removeMember(ctx, { brandId, userId: z.uuid().parse(userId) }));
}

/** Removes the user's own membership. No refresh: the page redirects, as the brand can't be read any more. */
export async function leave(brandId: string, userId: string): Promise<FormResult> {
  return actionResult("changes", (ctx) => removeMember(ctx, { brandId, userId: z.uuid().parse(userId) }));
}
