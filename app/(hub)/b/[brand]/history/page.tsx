import type { Metadata } from "next";
import { brandPage } from "@/lib/auth/brand-page";
import { Comparison } from "./comparison";
import { Timeline } from "./timeline";
import { versionNumber } from "./version-number";

export const metadata: Metadata = { title: "History" };

type HistoryPageProps = {
  params: Promise<{ brand: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** The brand's versions: all of them, or two compared when the address names both. */
export default async function HistoryPage({ params, searchParams }: HistoryPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/history");
  const query = await searchParams;
  const { id, slug, identityVersion } = access.brand;
  const base = `/b/${slug}/history`;
  const [from, to] = [versionNumber(query.from), versionNumber(query.to)];
  if (from !== undefined && to !== undefined) {
    return <Comparison ctx={ctx} brandId={id} base={base} from={from} to={to} live={identityVersion} />;
  }
  const search = typeof query.q === "string" ? query.q.trim() || undefined : undefined;
  const before = versionNumber(query.before);
  const after = before === undefined ? versionNumber(query.after) : undefined;
  return <Timeline ctx={ctx} access={access} base={base} search={search} before={before} after={after} />;
}
