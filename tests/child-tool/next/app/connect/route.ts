import { activeBrandSlug } from "@/lib/contract";
import { seeOther } from "../../see-other";
import { studio } from "../../studio";

/** Starts a sign-in for the cookie's brand if this tool can read it, else for the person's active brand. */
export async function GET(request: Request): Promise<Response> {
  const { client, handOff } = studio();
  const slug = activeBrandSlug(request.headers.get("cookie"));
  const brand = slug === null ? null : await client.findBrand(slug).catch(() => null);
  const { location, cookie } = handOff.begin(brand?.id);
  return seeOther(location, [cookie]);
}
