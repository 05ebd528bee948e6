import { z } from "zod";
import { switchActiveBrand } from "@/lib/access/server";
import { readForm } from "@/lib/api/read-body";
import { type BrandStart, MAX_IMPORT_BYTES } from "@/lib/brands";
import { checkJsonSize, createBrandFrom } from "@/lib/brands/server";
import { DOCUMENT_LIMITS, HARMONIES, MAX_UPLOAD_BYTES } from "@/lib/content";
import { BadRequest, TooLarge } from "@/lib/platform/errors";
import { answerPage } from "@/lib/web/actions/form-result";
import { routeContext } from "@/lib/web/auth/current-user";
import { setActiveBrandCookie } from "@/lib/web/auth/start-session";

const Seed = z.object({ hex: z.string().max(20), harmony: z.enum(HARMONIES) });
const Chosen = z.string().max(200).nullable();
const Choice = z.object({
  colors: z.array(z.string().max(20)).max(DOCUMENT_LIMITS.colors),
  primary: Chosen,
  heading: Chosen,
  body: Chosen,
  logo: z.string().nullable(),
  description: z.string().max(DOCUMENT_LIMITS.prose).nullable(),
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
    z.object({ kind: z.literal("website"), choice: Choice }),
  ]),
});
/** JSON escapes quotes and line ends in a file's text, which can double its size. */
const MAX_JSON_BYTES = 2 * MAX_IMPORT_BYTES;
const FORM_RULES = {
  limitBytes: MAX_UPLOAD_BYTES + MAX_JSON_BYTES,
  maxParts: 4,
  tooLarge: "This file is too large for a new brand.",
};

async function startOf(start: z.infer<typeof NewBrand>["start"], logo: FormDataEntryValue | null): Promise<BrandStart> {
  if (start.kind !== "logo") return start;
  if (!(logo instanceof File)) throw new BadRequest("Choose a logo.", { field: "logo" });
  return { ...start, bytes: Buffer.from(await logo.arrayBuffer()) };
}

function parseJson(text: FormDataEntryValue | null): unknown {
  if (typeof text !== "string") throw new BadRequest("The form can’t be read. Reload the page and try again.");
  if (Buffer.byteLength(text) > MAX_JSON_BYTES) throw new TooLarge(FORM_RULES.tooLarge);
  checkJsonSize(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadRequest("The form can’t be read. Reload the page and try again.", { cause });
  }
}

/**
 * Creates a brand and makes it the active one. Takes form fields `brand` (JSON) and optionally `logo`.
 * A route, because a logo exceeds the size limit of server actions.
 */
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
