"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/web/actions/form-result";

type NamesFormProps = {
  rename: (form: FormData) => Promise<FormResult<{ slug: string }>>;
  name: string;
  slug: string;
};

export function NamesForm({ rename, name, slug }: NamesFormProps) {
  const [newSlug, setNewSlug] = useState(slug);
  const router = useRouter();
  const toast = useToast();
  const { onSubmit, pending, errorOf, message } = useFormResult(
    rename,
    (data, said) => {
      toast({ title: said ?? "Saved", tone: "success" });
      if (data.slug !== slug) router.replace(`/b/${data.slug}/settings`);
    },
    ["name", "slug"],
  );
  return (
    <Card>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label="Name" error={errorOf("name")} required>
          <Input name="name" defaultValue={name} autoComplete="off" />
        </Field>
        <Field
          label="Address"
          hint="Part of every link to the brand. Lower-case letters, digits and single hyphens."
          error={errorOf("slug")}
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
        <FormMessage>{message}</FormMessage>
        <div>
          <SubmitButton pending={pending} pendingLabel="Publishing…">
            Save and publish
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
