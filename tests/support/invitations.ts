import type { IssuedInvitation } from "@/lib/access";

/** An invitation whose link the inviter holds, as where the hub sends no mail. */
export function withLink<Issued extends IssuedInvitation>(issued: Issued): Issued & { token: string } {
  if (issued.token === null) throw new Error("this invitation went by mail");
  return { ...issued, token: issued.token };
}
