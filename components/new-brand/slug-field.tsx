"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/loading";
import { LiveRegion } from "@/components/ui/skip-link";
import type { SlugState } from "@/components/ui/use-slug";
import { SLUG_MAX_LENGTH } from "@/lib/contract";

type SlugFieldProps = { slug: SlugState; onChange: (slug: string) => void; error?: string };

export function SlugField({ slug: { slug, state, message }, onChange, error }: SlugFieldProps) {
  const problem = state === "refused" ? (message ?? undefined) : error;
  const free = state === "free" && !problem ? `/b/${slug} is available` : "";
  return (
    <Field
      label="Address"
      required
      hint={free || "Part of every link to the brand. You can change it later."}
      error={problem}
    >
      <Input
        name="slug"
        mono
        value={slug}
        maxLength={SLUG_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.toLowerCase())}
        trailing={state === "checking" || state === "suggesting" ? <Spinner className="mr-2" /> : null}
      />
      <LiveRegion message={free} />
    </Field>
  );
}
