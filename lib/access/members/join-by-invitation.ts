import { users } from "@/db/schema";
import { BadRequest } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { parseAccountName } from "../account/account-input";
import { checkNewPassword } from "../account/check-new-password";
import { hashPassword } from "../account/password";
import { requireWayIn } from "../account/require-way-in";
import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { acceptInvitation } from "./accept-invitation";
import { requireOpenInvitation } from "./invitation";

export interface NewMember {
  /** Of the invitation's link; it names the email, which is why that cannot be chosen. */
  token: string;
  name: string;
  password: string;
}

/**
 * Makes an account for an invited email that has none and makes it a member of the brand, both or neither. Its email is proved where the link
 * went there by mail; else it stays unproved, and whoever proves it takes the account. Signing in comes after. Anybody may call it: the token is the proof.
 * @throws NotFound, BadRequest when the link leads to no open invitation, or its email has an account
 * @throws CompanySignInOnly: those sign in with the company's provider, then accept
 * @throws BadRequest (`field`) for an empty name or a weak password
 */
export async function joinByInvitation(
  ctx: Ctx,
  input: NewMember,
): Promise<{ email: string; brand: { id: string; slug: string; name: string } }> {
  const { db, now } = ctx;
  const { email } = await requireOpenInvitation(ctx, input);
  requireWayIn(ctx, { email, by: "password" });
  const name = parseAccountName(input.name);
  await checkNewPassword(input.password, { name, email });
  const passwordHash = await hashPassword(input.password);
  return db.transaction(async (tx) => {
    const id = newId();
    const made = await tx
      .insert(users)
      .values({ id, email, name, passwordHash, createdAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (made.length === 0)
      throw new BadRequest(`No account could be made for ${email}. If you have one, sign in with it.`);
    const joining: Ctx = { ...ctx, db: tx, actor: { kind: "user", userId: id, hubAdmin: false } };
    const target = { kind: "user", id, label: name };
    await recordAudit(joining, { brandId: null, action: "account.created", target });
    const { brand } = await acceptInvitation(joining, input);
    return { email, brand };
  });
}
