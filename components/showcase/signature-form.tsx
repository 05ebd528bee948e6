"use client";

import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LiveRegion } from "@/components/ui/live-region";
import { saveFile } from "@/components/ui/save-file";
import { mailSignature, SIGNATURE_LIMITS, type Signatory, type SignatureBrand, signaturePage } from "@/lib/showcase";
import { copySignature } from "./copy-signature";
import { SignaturePreview } from "./signature-preview";

export type SignatureFormProps = {
  brand: SignatureBrand;
  slug: string;
  person: Pick<Signatory, "name" | "email">;
  /** Whether the public page is on: it has the logo's address. */
  hasPublicPage: boolean;
};

const FIELDS = [
  { key: "name", label: "Name", type: "text", autoComplete: "name" },
  { key: "role", label: "Role", type: "text", autoComplete: "organization-title" },
  { key: "email", label: "E-mail", type: "email", autoComplete: "email" },
  { key: "phone", label: "Phone", type: "tel", autoComplete: "tel" },
] as const;

const ANSWERS = {
  formatted: "Copied: paste it where your mail program asks for your signature.",
  plain: "Copied as plain text, since this browser copies no more. The HTML file has the looks.",
  failed: "Copying failed. The HTML file has the same.",
};

const MISSING = "Enter your name.";

const logoHint = ({ logo }: SignatureBrand, hasPublicPage: boolean): string => {
  if (logo) return "The logo comes from the public page: mails show it for as long as that is on.";
  return hasPublicPage
    ? "Publish a logo for light grounds as PNG or JPEG to have it in it: few mail programs show other files."
    : "Turn the public page on to have the logo in it.";
};

/** The reader's details, what becomes of them, and ways to take it along. */
export function SignatureForm({ brand, slug, person, hasPublicPage }: SignatureFormProps) {
  const [typed, setTyped] = useState<Signatory>({ role: "", phone: "", ...person });
  const [answer, setAnswer] = useState<keyof typeof ANSWERS | null>(null);
  const signature = mailSignature(brand, typed);
  const missing = typed.name.trim() === "" ? MISSING : null;
  const title = [typed.name.trim(), brand.name].filter(Boolean).join(", ");
  return (
    <div className="grid gap-x-8 gap-y-5 md:grid-cols-[1fr_1.4fr]">
      <div className="flex flex-col gap-4">
        {FIELDS.map(({ key, label, type, autoComplete }) => (
          <Field
            key={key}
            label={label}
            required={key === "name"}
            optional={key !== "name"}
            error={key === "name" ? missing : null}
          >
            <Input
              type={type}
              autoComplete={autoComplete}
              maxLength={SIGNATURE_LIMITS[key]}
              value={typed[key]}
              onChange={({ target }) => {
                setTyped({ ...typed, [key]: target.value });
                setAnswer(null);
              }}
            />
          </Field>
        ))}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <SignaturePreview signature={signature} title={title} />
        <p className="text-[0.8125rem] text-muted">{logoHint(brand, hasPublicPage)}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            icon={<Copy aria-hidden="true" />}
            disabledReason={missing}
            onClick={async ({ currentTarget }) => setAnswer(await copySignature(signature, currentTarget))}
          >
            Copy signature
          </Button>
          <Button
            icon={<Download aria-hidden="true" />}
            disabledReason={missing}
            onClick={() =>
              saveFile(`${slug}-signature.html`, new Blob([signaturePage(signature, { title })], { type: "text/html" }))
            }
          >
            Download HTML
          </Button>
        </div>
        <LiveRegion visible className="text-[0.8125rem]" message={answer ? ANSWERS[answer] : ""} />
      </div>
    </div>
  );
}
