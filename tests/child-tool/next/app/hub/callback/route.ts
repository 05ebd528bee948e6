import { activeBrandSlug, HandOffError } from "@/lib/contract";
import { seeOther } from "../../../see-other";
import { studio } from "../../../studio";

/** Keeps the cookie unhandled if the active brand changed during the sign-in. */
async function actedOn(brandId: string, cookies: string | null): Promise<string | null> {
  const slug = activeBrandSlug(cookies);
  if (slug === null) return null;
  const named = await studio()
    .client.findBrand(slug)
    .catch(() => null);
  return named && named.id !== brandId ? null : slug;
}

/** Verifies the hub's form and opens a session. */
export async function POST(request: Request): Promise<Response> {
  const { handOff, sessions } = studio();
  const cookies = request.headers.get("cookie");
  try {
    const { person, cookie } = await handOff.finish(await request.formData(), cookies);
    const { brand_id: brandId, role } = person;
    const opened = sessions.begin({ brandId, role, hint: await actedOn(brandId, cookies) }, cookies);
    return seeOther("/", [cookie, opened]);
  } catch (error) {
    if (!(error instanceof HandOffError)) throw error;
    const headers = new Headers({ "content-type": "text/plain; charset=utf-8" });
    if (error.cookie) headers.set("set-cookie", error.cookie);
    return new Response(error.message, { status: error.status, headers });
  }
}
