import type { IssuedInvitation } from "@/lib/access";

/** Asserts that the inviter got the link, as on a hub that sends no mail. */
export function withLink<Issued extends IssuedInvitation>(issued: Issued): Issued & { token: string } {
  if (issued.token === null) throw new Error("this invitation went by mail");
  return { ...issued, token: issued.token };
}
