"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { Field, Input } from "@/components/ui/field";
import { SettingsForm, useFormResult } from "@/components/ui/form";
import type { FormResult } from "@/lib/web/actions/form-result";

type NamesFormProps = {
  rename: (form: FormData) => Promise<FormResult<{ slug: string }>>;
  name: string;
  slug: string;
};

export function NamesForm({ rename, name, slug }: NamesFormProps) {
  const [newSlug, setNewSlug] = useState(slug);
  const router = useRouter();
  const form = useFormResult(
    rename,
    (data, said) => {
      if (data.slug !== slug) router.replace(`/b/${data.slug}/settings`);
      return said ?? "Saved";
    },
    ["name", "slug"],
  );
  return (
    <Card>
      <SettingsForm form={form} submitLabel="Save and publish" pendingLabel="Publishing…">
        <Field label="Name" error={form.errorOf("name")} required>
          <Input name="name" defaultValue={name} autoComplete="off" />
        </Field>
        <Field
          label="Address"
          hint="Part of every link to the brand. Lower-case letters, digits and single hyphens."
          error={form.errorOf("slug")}
          required
        >
          <Input
            name="slug"
            mono
            value={newSlug}
            onChange={(event) => setNewSlug(event.target.value)}
            autoComplete="off"
          />
        </Field>
        {newSlug !== slug ? (
          <Notice tone="warning" title="A new address affects tools">
            Links with “{slug}” keep working. Tools that identify the brand by its address see the new one in the next
            brand data and in the cookie hub_active_brand. No other brand can ever use “{slug}”.
          </Notice>
        ) : null}
      </SettingsForm>
    </Card>
  );
}
