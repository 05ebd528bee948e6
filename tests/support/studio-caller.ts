import type { DemoCredentials } from "@/lib/server/describe-demo";

/** The credentials of the demo's Brand Studio, and the first brand it can read. */
export function studioCaller({ tools }: Pick<DemoCredentials, "tools">) {
  const studio = tools.find(({ slug }) => slug === "brand-studio");
  const [brandId] = studio?.entitled_brand_ids ?? [];
  const headers = {
    authorization: `Bearer ${studio?.child_token}`,
    "x-tool-slug": "brand-studio",
    "content-type": "application/json",
  };
  return { brandId, headers };
}
