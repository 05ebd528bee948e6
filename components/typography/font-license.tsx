"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import { useEditedValue } from "@/components/ui/hooks";
import { Input } from "@/components/ui/input";
import { type StoredFont, TYPOGRAPHY_LIMITS } from "@/lib/content";
import { webAddress } from "@/lib/platform/web-address";

type License = StoredFont["license"];

const USES = ["web", "print", "apps", "documents", "video", "redistribution"] as const;

const readUrl = (text: string) =>
  text.trim() === "" || webAddress(text) ? text.trim() : { error: "Enter a URL such as https://example.com/licence." };

export function FontLicense({
  license,
  reason,
  onChange,
}: {
  license: License;
  reason: string | null;
  onChange: (change: Partial<License>) => void;
}) {
  const url = useEditedValue(license.url, readUrl, (value) => onChange({ url: value }));
  const others = license.uses.filter((use) => !USES.some((known) => known === use));
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <Field label="Licensed to">
        <Input
          value={license.holder}
          maxLength={TYPOGRAPHY_LIMITS.text}
          autoComplete="off"
          onChange={(event) => onChange({ holder: event.target.value })}
        />
      </Field>
      <Field label="Expiry date" hint="Leave empty if it doesn’t expire.">
        <Input
          type="date"
          value={license.expires_on ?? ""}
          onChange={(event) => onChange({ expires_on: event.target.value || null })}
        />
      </Field>
      <Field label="Licence URL" error={url.error} className="sm:col-span-2">
        <Input
          type="url"
          value={url.text}
          maxLength={TYPOGRAPHY_LIMITS.text}
          autoComplete="off"
          onChange={(event) => url.setText(event.target.value)}
        />
      </Field>
      <Fieldset legend="Allowed uses" className="sm:col-span-2">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {[...USES, ...others].map((use) => (
            <Checkbox
              key={use}
              label={use.charAt(0).toUpperCase() + use.slice(1)}
              checked={license.uses.includes(use)}
              disabledReason={reason}
              onCheckedChange={(checked) =>
                onChange({ uses: checked ? [...license.uses, use] : license.uses.filter((one) => one !== use) })
              }
            />
          ))}
        </div>
      </Fieldset>
    </div>
  );
}
