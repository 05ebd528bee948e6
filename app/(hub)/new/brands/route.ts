import { z } from "zod";
import { switchActiveBrand } from "@/lib/access/server";
import { readForm } from "@/lib/api/read-body";
import { type BrandStart, MAX_IMPORT_BYTES } from "@/lib/brands";
import { checkJsonSize, createBrandFrom } from "@/lib/brands/server";
import { HARMONIES, MAX_UPLOAD_BYTES } from "@/lib/content";
import { BadRequest, TooLarge } from "@/lib/platform/errors";
import { answerPage } from "@/lib/web/actions/answer-page";
import { routeContext } from "@/lib/web/auth/route-context";
import { setActiveBrandCookie } from "@/lib/web/auth/set-cookies";

const Seed = z.object({ hex: z.string().max(20), harmony: z.enum(HARMONIES) });
const Chosen = z.string().max(200).nullable();
const Choice = z.object({
  colors: z.array(z.string().max(20)).max(100),
  primary: Chosen,
  heading: Chosen,
  body: Chosen,
  logo: z.int().min(0).max(100).nullable(),
  description: z.boolean(),
});
const NewBrand = z.object({
  name: z.string().max(1000),
  slug: z.string().max(1000),
  start: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("nothing") }),
    z.object({ kind: z.literal("color"), seed: Seed }),
    z.object({ kind: z.literal("logo"), seed: Seed, background: z.enum(["light", "dark", "any"]) }),
    z.object({ kind: z.literal("file"), text: z.string() }),
    z.object({ kind: z.literal("known"), icon: z.string().max(200) }),
    z.object({ kind: z.literal("website"), text: z.string(), choice: Choice }),
  ]),
});
/** A file stands in the JSON as a text, where a quote or a line's end takes two characters. */
const MAX_JSON_BYTES = 2 * MAX_IMPORT_BYTES;
const FORM_RULES = {
  limitBytes: MAX_UPLOAD_BYTES + MAX_JSON_BYTES,
  maxParts: 4,
  tooLarge: "This is larger than a new brand may be.",
};

async function startOf(start: z.infer<typeof NewBrand>["start"], logo: FormDataEntryValue | null): Promise<BrandStart> {
  if (start.kind !== "logo") return start;
  if (!(logo instanceof File)) throw new BadRequest("Choose a logo first.", { field: "logo" });
  return { ...start, bytes: Buffer.from(await logo.arrayBuffer()) };
}

function parseJson(text: FormDataEntryValue | null): unknown {
  if (typeof text !== "string") throw new BadRequest("The form could not be read.");
  if (Buffer.byteLength(text) > MAX_JSON_BYTES) throw new TooLarge(FORM_RULES.tooLarge);
  checkJsonSize(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadRequest("The form could not be read.", { cause });
  }
}

/** Makes a brand, which becomes the active one: a form with `brand` as JSON and perhaps `logo`. A route, since a logo is larger than an action takes. */
export async function POST(request: Request): Promise<Response> {
  return answerPage(async () => {
    const ctx = await routeContext(request, "imports");
    const form = await readForm(request, FORM_RULES);
    const { name, slug, start } = NewBrand.parse(parseJson(form.get("brand")));
    const brand = await createBrandFrom(ctx, { name, slug, start: await startOf(start, form.get("logo")) });
    await switchActiveBrand(ctx, { brandId: brand.id });
    await setActiveBrandCookie(brand.slug);
    return { slug: brand.slug };
  });
}
