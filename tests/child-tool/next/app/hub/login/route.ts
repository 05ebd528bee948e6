import { seeOther } from "../../../see-other";
import { studio } from "../../../studio";

/** Starts a sign-in from the hub's button. */
export function GET(request: Request): Response {
  const { handOff } = studio();
  const brandId = handOff.askedByHub(new URL(request.url));
  if (brandId === undefined) return new Response("This link is not from our hub.", { status: 400 });
  const { location, cookie } = handOff.begin(brandId);
  return seeOther(location, [cookie]);
}
