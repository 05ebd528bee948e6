import type { APIRequestContext, APIResponse } from "@playwright/test";
import type { Credentials } from "./minted";

/** Reads a brand's bundle as the demo's tool. */
export function fetchBundle(request: APIRequestContext, { tools }: Credentials, brandId: string): Promise<APIResponse> {
  const token = tools.find(({ slug }) => slug === "brand-studio")?.child_token;
  const headers = { authorization: `Bearer ${token}`, "x-tool-slug": "brand-studio" };
  return request.get(`/api/public/v1/brand/by-id/${brandId}/bundle`, { headers });
}
