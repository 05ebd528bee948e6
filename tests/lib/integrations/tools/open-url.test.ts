import { expect, it } from "vitest";
import { openUrl } from "@/lib/integrations/tools/list-tools";

const from = { issuer: "https://hub.example.com", brandId: "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a01" };
const connectUrl = "https://tool.example.com/hub/callback?x=1";

it("is the tool's login-initiation URL with issuer, target and brand", () => {
  const url = new URL(
    openUrl({ connectUrl, initiateLoginUrl: "https://login.example.com/start?tenant=7" }, from) ?? "",
  );
  expect(url.origin + url.pathname).toBe("https://login.example.com/start");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: "7",
    iss: from.issuer,
    target_link_uri: "https://login.example.com/",
    brand_id: from.brandId,
  });
});

it("sets each parameter once", () => {
  const initiateLoginUrl = "https://tool.example.com/login?iss=https://evil.example.com&iss=x&brand_id=y";
  const { searchParams } = new URL(openUrl({ connectUrl, initiateLoginUrl }, from) ?? "");
  expect(searchParams.getAll("iss")).toEqual([from.issuer]);
  expect(searchParams.getAll("brand_id")).toEqual([from.brandId]);
});

it("is the tool's own page without one, and null if the hub signs nobody in", () => {
  expect(openUrl({ connectUrl, initiateLoginUrl: null }, from)).toBe("https://tool.example.com");
  expect(openUrl({ connectUrl: null, initiateLoginUrl: "https://tool.example.com/login" }, from)).toBeNull();
});
