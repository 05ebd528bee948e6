import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { EndedInvitation } from "@/components/invitation/ended-invitation";
import type { Invitation } from "@/lib/access";
import { newId } from "@/lib/platform/ids";
import { NOW } from "@/tests/support/fixtures";

const invitation = (values: Partial<Invitation>): Invitation => ({
  id: newId(),
  email: "ana@example.com",
  role: "editor",
  brand: { id: newId(), slug: "birch", name: "Birch" },
  invitedBy: "Ola Owner",
  expiresAt: new Date(NOW.getTime() - 3 * 60 * 60_000),
  state: "expired",
  mailed: false,
  ...values,
});
const shown = (ended: Invitation | null, brandPath: string | null = null) =>
  renderToStaticMarkup(createElement(EndedInvitation, { invitation: ended, brandPath, now: NOW })).replace(
    /<[^>]+>/g,
    "",
  );

describe("a link that no longer works", () => {
  it("says when it expired, for which brand, and whom to ask for a new one", () => {
    const text = shown(invitation({}));
    for (const part of ["expired", "Birch", "3 hours ago", "Ola Owner"]) expect(text).toContain(part);
  });

  it("does not name a former member", () => {
    expect(shown(invitation({ invitedBy: null }))).toContain("an owner or admin of the brand");
  });

  it("reveals nothing about a revoked or unknown invitation", () => {
    for (const ended of [invitation({ state: "revoked" }), null]) {
      expect(shown(ended)).not.toMatch(/Birch|Ola|ana@/);
    }
  });

  it("links to the brand after joining, and otherwise to the start page", () => {
    const accepted = invitation({ state: "accepted" });
    expect(shown(accepted, "/b/birch")).toContain("Open brand");
    expect(shown(accepted)).toContain("Go to start page");
  });
});
