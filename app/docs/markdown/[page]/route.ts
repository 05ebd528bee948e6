import { guide } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

/** A page of the docs as Markdown, for programs and language models. Served at `/docs/<page>.md`. */
export async function GET(_request: Request, { params }: { params: Promise<{ page: string }> }): Promise<Response> {
  const { page: id } = await params;
  const page = (await guide(env.HUB_BASE_URL)).find((known) => known.id === id);
  if (!page) return new Response("Page not found.\n", { status: 404 });
  return new Response(page.markdown, {
    headers: { "content-type": "text/markdown; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
