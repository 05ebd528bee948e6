"use client";

import { Copy, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText, saveFile } from "@/components/ui/browser";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { LiveRegion } from "@/components/ui/skip-link";
import {
  type MailSignature,
  mailSignature,
  SIGNATURE_LIMITS,
  type Signatory,
  type SignatureBrand,
  signaturePage,
} from "@/lib/rendering";

const GROUNDS = { light: "#ffffff", dark: "#1b1b1f" };
type Ground = keyof typeof GROUNDS;

const OPTIONS = [
  { value: "light", label: "Light email" },
  { value: "dark", label: "Dark email" },
] as const;

const PAUSE_MS = 250;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A preview of the email, light or dark, in a sandboxed frame without scripts. */
function SignaturePreview({ signature, title }: { signature: MailSignature; title: string }) {
  const [ground, setGround] = useState<Ground>("light");
  const page = useSettled(signaturePage(signature, { title, ground: GROUNDS[ground] }));
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Preview in"
        name="signature-ground"
        size="sm"
        options={OPTIONS}
        value={ground}
        onValueChange={(value) => setGround(value as Ground)}
      />
      {/* A new frame per text: navigating one frame would add history entries. */}
      <iframe
        key={page}
        title="Preview of your signature"
        srcDoc={page}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-64 w-full rounded-lg border border-line"
        style={{ backgroundColor: GROUNDS[ground] }}
      />
    </div>
  );
}

/** Copies a signature as HTML, or as text where the browser allows only that. Returns which, or "failed". */
async function copySignature(
  { html, text }: MailSignature,
  element: HTMLElement,
): Promise<"formatted" | "plain" | "failed"> {
  try {
    const forms = { "text/html": html, "text/plain": text };
    const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })] as const);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    return "formatted";
  } catch {
    return (await copyText(text, element)) ? "plain" : "failed";
  }
}

export type SignatureProps = {
  brand: SignatureBrand;
  slug: string;
  person: Pick<Signatory, "name" | "email">;
  /** The public page hosts the logo. */
  hasPublicPage: boolean;
};

const FIELDS = [
  { key: "name", label: "Name", type: "text", autoComplete: "name" },
  { key: "role", label: "Role", type: "text", autoComplete: "organization-title" },
  { key: "email", label: "Email", type: "email", autoComplete: "email" },
  { key: "phone", label: "Phone", type: "tel", autoComplete: "tel" },
] as const;

const ANSWERS = {
  formatted: "Copied. Paste it into your email program’s signature settings.",
  plain: "Copied as plain text, as this browser can’t copy formatting. Download the HTML for that.",
  failed: "Copying failed. Download the HTML instead.",
};

const MISSING = "Enter your name.";

const logoHint = ({ logo }: SignatureBrand, hasPublicPage: boolean): string => {
  if (logo) return "The logo loads from your public page. Emails show it while the page is on.";
  return hasPublicPage
    ? "To include a logo, publish a PNG or JPEG for light backgrounds. Few email programs show other formats."
    : "To include the logo, turn on the public page.";
};

/** Fills the brand's email signature with the reader's details. Nothing is sent. */
export function SignatureDialog({ open, onClose, ...props }: SignatureProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="lg"
      title="Use in your email"
      description="Your draft’s brand with your details. Nothing you type is sent or stored."
    >
      <SignatureForm {...props} />
    </Dialog>
  );
}

export function SignatureForm({ brand, slug, person, hasPublicPage }: SignatureProps) {
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
