"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/web/actions/form-result";

type NamesFormProps = {
  rename: (form: FormData) => Promise<FormResult<{ slug: string }>>;
  name: string;
  slug: string;
  reason: string | null;
};

/** A brand's name and slug; it says what a new slug breaks before it is saved. */
export function NamesForm({ rename, name, slug, reason }: NamesFormProps) {
  const [wanted, setWanted] = useState(slug);
  const router = useRouter();
  const toast = useToast();
  const { onSubmit, pending, errorOf, message } = useFormResult(
    rename,
    (data, said) => {
      toast({ title: said ?? "Saved.", tone: "success" });
      if (data.slug !== slug) router.replace(`/b/${data.slug}/settings`);
    },
    ["name", "slug"],
  );
  return (
    <Card>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <DisabledScope reason={reason}>
          <Field label="Name" error={errorOf("name")} required>
            <Input name="name" defaultValue={name} autoComplete="off" />
          </Field>
          <Field
            label="Slug"
            hint="Lower-case letters, digits and single hyphens. It is part of URLs and of the cookie that tools read."
            error={errorOf("slug")}
            required
          >
            <Input
              name="slug"
              mono
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              autoComplete="off"
            />
          </Field>
          {wanted !== slug ? (
            <Notice tone="warning" title="What a new slug changes">
              URLs of the hub with “{slug}” keep working. Tools that know the brand by its slug see the new one with the
              next bundle and in the cookie hub_active_brand; tools that keep to the brand's id notice nothing. No other
              brand can ever take “{slug}”.
            </Notice>
          ) : null}
          <FormMessage>{message}</FormMessage>
          <div>
            <SubmitButton pending={pending} pendingLabel="Publishing">
              Save and publish
            </SubmitButton>
          </div>
        </DisabledScope>
      </form>
    </Card>
  );
}
