"use client";

import { useDraftValue } from "@/components/draft/draft-provider";
import { TextLink } from "@/components/ui/text-link";
import type { FontRole } from "@/lib/contract";
import { fontFor } from "@/lib/typography";
import { IdentityText } from "./identity-text";

/** The three typefaces in words. Where nobody writes any, tools read the name of the typeface with that role, which stands there in grey. */
export function TypefaceNames() {
  const slug = useDraftValue(({ state }) => state.brandSlug);
  const typography = useDraftValue(({ state }) => state.document.typography);
  const derived = (role: FontRole) => (typography ? fontFor(typography, role)?.family : undefined);
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        Files, pairing and text styles stand under <TextLink href={`/b/${slug}/typography`}>Typography</TextLink>; a
        name left empty here is that of the typeface there.
      </p>
      <IdentityText path={["brand", "typography", "heading"]} label="Headings" placeholder={derived("heading")} />
      <IdentityText path={["brand", "typography", "body"]} label="Body text" placeholder={derived("body")} />
      <IdentityText path={["brand", "typography", "mono"]} label="Fixed width" placeholder={derived("mono")} />
    </div>
  );
}
