import type { DemoCredentials } from "@/lib/server/describe-demo";

/** What the demo's Brand Studio calls the hub with, and the first brand that it may read. */
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
