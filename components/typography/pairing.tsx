"use client";

import { cssFamiliesFor, textFor } from "@/components/chapters/specimens";
import { ContentText } from "@/components/ui/content-text";
import { Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { type BrandDocument, cssFeatures, fontFor, type StoredTypography } from "@/lib/content";
import { FONT_ROLES, type FontRole } from "@/lib/contract";

const ROLE_LABELS: Record<FontRole, string> = { heading: "Headings", body: "Body text", mono: "Fixed width" };

type PairingProps = {
  typography: StoredTypography;
  brandName: string;
  identity: BrandDocument["identity"];
  onAssign: (role: FontRole, id: string | null) => void;
};

export function Pairing({ typography, brandName, identity, onAssign }: PairingProps) {
  const options = [
    { value: "", label: "None" },
    ...typography.fonts.map(({ id, family }) => ({ value: id, label: family, written: true })),
  ];
  const set = (role: FontRole) => ({
    fontFamily: cssFamiliesFor(typography, role),
    fontFeatureSettings: cssFeatures(fontFor(typography, role)),
  });
  const { heading, body } = typography.styles;
  return (
    <Section
      id="pairing"
      title="Pairing"
      description="Text styles use these roles, so they follow when you change a typeface."
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          {FONT_ROLES.map((role) => (
            <Field key={role} label={ROLE_LABELS[role]}>
              <Select
                options={options}
                value={fontFor(typography, role)?.id ?? ""}
                onChange={(event) => onAssign(role, event.target.value || null)}
              />
            </Field>
          ))}
        </div>
        <div className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-6">
          <ContentText
            as="p"
            className="text-3xl leading-tight wrap-anywhere"
            style={{ ...set("heading"), fontWeight: heading?.fontWeight ?? 700 }}
          >
            {textFor("heading", brandName, identity)}
          </ContentText>
          <ContentText
            as="p"
            className="max-w-prose text-base leading-relaxed wrap-anywhere rtl:ml-auto"
            style={{ ...set("body"), fontWeight: body?.fontWeight ?? 400 }}
          >
            {textFor("body", brandName, identity)}
          </ContentText>
          {typography.roles.mono ? (
            <p className="text-muted text-sm" style={set("mono")}>
              const total = 1,024.50;
            </p>
          ) : null}
        </div>
      </div>
    </Section>
  );
}
