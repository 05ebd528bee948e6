import type { Ctx } from "../../context";

/** What a passkey is bound to: browsers answer for this host alone, so that a page that looks like the hub gets nothing. */
export function relyingParty({ baseUrl }: Pick<Ctx, "baseUrl">): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(baseUrl);
  return { rpID: hostname, origin };
}
