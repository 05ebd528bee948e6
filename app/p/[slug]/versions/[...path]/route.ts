import { ANY_ORIGIN, answerVersion, formatResponse, redirectTo, versionResponse } from "@/lib/api/download";
import { findPublicVersion } from "@/lib/brands/server";
import { VERSION_FORMATS } from "@/lib/contract";
import { NotFound } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { findPublicFormat } from "@/lib/rendering/server";
import { anonymousContext } from "@/lib/web/auth/current-user";

type Props = { params: Promise<{ slug: string; path: string[] }> };

/** `7.json` is version 7, `7/tokens.css` the same in a format, and `current/tokens.css` redirects to it. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const find = async () => {
    const ctx = await anonymousContext(request.headers);
    await spendBudget(ctx, "lookups");
    const { slug, path } = await params;
    const [, own, number, name] =
      /^(?:([1-9][0-9]{0,8})\.json|([1-9][0-9]{0,8}|current)\/(.+))$/.exec(path.join("/")) ?? [];
    if (own) return versionResponse(await findPublicVersion(ctx, { slug, version: Number(own) }), "public");
    const format = VERSION_FORMATS.find((known) => known === name);
    if (!number || !format) throw new NotFound("There is no such version or format.");
    const version = number === "current" ? number : Number(number);
    const found = await findPublicFormat(ctx, { slug, version, format });
    return "location" in found ? redirectTo(found.location) : formatResponse(found, "public");
  };
  return answerVersion(request, find, ANY_ORIGIN);
}
