import { activeBrandSlug } from "@/lib/contract";
import { seeOther } from "../../see-other";
import { studio } from "../../studio";

/** Begins a hand-off, for the brand of the cookie where this tool may read it; else the hub takes the person's active one. */
export async function GET(request: Request): Promise<Response> {
  const { client, handOff } = studio();
  const slug = activeBrandSlug(request.headers.get("cookie"));
  const brand = slug === null ? null : await client.findBrand(slug).catch(() => null);
  const { location, cookie } = handOff.begin(brand?.id);
  return seeOther(location, [cookie]);
}
