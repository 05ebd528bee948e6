import { and, eq, isNull } from "drizzle-orm";
import { memberships, users } from "@/db/schema";
import type { AuditAction } from "@/lib/access";
import { recordAudits } from "@/lib/access/server";
import { enqueueMail } from "@/lib/platform/mail/enqueue-mail";
import { quoted } from "@/lib/platform/mail/render-mail";
import type { Ctx } from "./context";

interface OwnersMail {
  kind: string;
  /** Called with the brand's name, quoted for mails. */
  subject: (name: string) => string;
  words: (name: string) => string;
}

/** In the caller's transaction, if the hub sends mail. */
export async function mailOwners(tx: Ctx, brand: { id: string; name: string }, mail: OwnersMail): Promise<void> {
  const owners = await tx.db
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, and(eq(users.id, memberships.userId), isNull(users.deactivatedAt)))
    .where(and(eq(memberships.brandId, brand.id), eq(memberships.role, "owner")));
  const action = { label: "View archived brands", url: `${tx.baseUrl}/archived` };
  const name = quoted(brand.name);
  for (const { email } of owners) {
    const content = { subject: mail.subject(name), paragraphs: [mail.words(name)], action };
    await enqueueMail(tx, { kind: mail.kind, to: email, content });
  }
}

/** Records it in the brand's log, and by slug in the hub's log. */
export async function recordByAdministrator(
  tx: Ctx,
  { id, name, slug }: { id: string; name: string; slug: string },
  action: AuditAction,
): Promise<void> {
  await recordAudits(tx, [
    { brandId: id, action, target: { kind: "brand", id, label: name } },
    { brandId: null, action, target: { kind: "brand", id, label: slug } },
  ]);
}
