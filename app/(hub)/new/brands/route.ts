import { z } from "zod";
import { answerPage } from "@/lib/actions/answer-page";
import { MAX_UPLOAD_BYTES } from "@/lib/assets";
import { routeContext } from "@/lib/auth/route-context";
import { setActiveBrandCookie } from "@/lib/auth/set-active-brand-cookie";
import { type BrandStart, MAX_IMPORT_BYTES } from "@/lib/brands";
import { createBrandFrom } from "@/lib/brands/server";
import { readBody } from "@/lib/http/read-body";
import { BadRequest } from "@/lib/kernel/errors";
import { switchActiveBrand } from "@/lib/members/server";
import { HARMONIES } from "@/lib/palette";

const Seed = z.object({ hex: z.string().max(20), harmony: z.enum(HARMONIES) });
const NewBrand = z.object({
  name: z.string().max(1000),
  slug: z.string().max(1000),
  start: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("nothing") }),
    z.object({ kind: z.literal("color"), seed: Seed }),
    z.object({ kind: z.literal("logo"), seed: Seed, background: z.enum(["light", "dark", "any"]) }),
    z.object({ kind: z.literal("file"), text: z.string() }),
  ]),
});
const MAX_BODY_BYTES = MAX_UPLOAD_BYTES + 2 * MAX_IMPORT_BYTES;

async function readForm(request: Request): Promise<FormData> {
  const body = await readBody(request, MAX_BODY_BYTES, { tooLarge: "This is larger than a new brand may be." });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return new Response(new Uint8Array(body), { headers }).formData().catch((cause) => {
    throw new BadRequest("The form could not be read.", { cause });
  });
}

async function startOf(start: z.infer<typeof NewBrand>["start"], logo: FormDataEntryValue | null): Promise<BrandStart> {
  if (start.kind !== "logo") return start;
  if (!(logo instanceof File)) throw new BadRequest("Choose a logo first.", { field: "logo" });
  return { ...start, bytes: Buffer.from(await logo.arrayBuffer()) };
}

function parseJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text));
  } catch (cause) {
    throw new BadRequest("The form could not be read.", { cause });
  }
}

/** Makes a brand, which becomes the active one: a form with `brand` as JSON and perhaps `logo`. A route, since a logo is larger than an action takes. */
export async function POST(request: Request): Promise<Response> {
  return answerPage(async () => {
    const ctx = await routeContext(request);
    const form = await readForm(request);
    const { name, slug, start } = NewBrand.parse(parseJson(form.get("brand")));
    const brand = await createBrandFrom(ctx, { name, slug, start: await startOf(start, form.get("logo")) });
    await switchActiveBrand(ctx, { brandId: brand.id });
    await setActiveBrandCookie(brand.slug);
    return { slug: brand.slug };
  });
}
