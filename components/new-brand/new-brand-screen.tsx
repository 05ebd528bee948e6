"use client";

import { FilePlus2, Globe, Palette, Search, Shapes, Square } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { type Sending, send } from "@/components/files/send";
import { HarmonyChoice } from "@/components/palette/harmony-choice";
import { useUnsavedGuard } from "@/components/shell/leave-guard";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ColorInput } from "@/components/ui/color-input";
import { Field, Input } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { Spinner } from "@/components/ui/loading";
import { RadioGroup } from "@/components/ui/radio-group";
import { LiveRegion } from "@/components/ui/skip-link";
import { type SlugState, slugMissing, useSlug } from "@/components/ui/use-slug";
import {
  DEFAULT_SEED,
  DOCUMENT_LIMITS,
  describeColor,
  type PaletteSeed,
  parseHex,
  regeneratePalette,
} from "@/lib/content";
import { SLUG_MAX_LENGTH } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { KnownStart } from "./known-start";
import { FileStart, LogoStart } from "./logo-start";
import { PalettePreview } from "./palette-preview";
import type { NewBrandActions, NewBrandForm, StartKind, StartProps } from "./types";
import { WebsiteStart } from "./website-start";

type SlugFieldProps = { slug: SlugState; onChange: (slug: string) => void; error?: string };

function SlugField({ slug: { slug, state, message }, onChange, error }: SlugFieldProps) {
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

function startOf({ start: kind, harmony, logo, ...form }: NewBrandForm): Record<string, unknown> {
  switch (kind) {
    case "nothing":
      return { kind };
    case "color":
      return { kind, seed: { hex: form.color, harmony } };
    case "logo":
      return { kind, background: form.background, seed: { hex: form.picked ?? logo?.findings.hex ?? "", harmony } };
    case "file":
      return { kind, text: form.file?.text ?? "" };
    case "known":
      return { kind, icon: form.known?.icon ?? "" };
    case "website":
      return { kind, choice: form.website?.choice };
  }
}

function createBrand(
  url: string,
  { name, slug, form }: { name: string; slug: string; form: NewBrandForm },
): Promise<Sending<{ slug: string }>> {
  const body = new FormData();
  body.set("brand", JSON.stringify({ name, slug, start: startOf(form) }));
  if (form.start === "logo" && form.logo) body.set("logo", form.logo.file);
  return send(url, body);
}

function ColorStart({ form, change, preview, error }: StartProps) {
  const hex = parseHex(form.color);
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <Field
          label="Colour"
          hint={hex ? describeColor(hex) : undefined}
          error={hex ? error : "Enter a hex colour such as #0f766e."}
        >
          <ColorInput value={form.color} onValueChange={(color) => change({ color })} />
        </Field>
        {hex ? (
          <HarmonyChoice hex={hex} value={form.harmony} onChange={(harmony) => change({ harmony })} preview={preview} />
        ) : null}
      </div>
      {hex ? <PalettePreview {...preview({ hex, harmony: form.harmony })} /> : null}
    </div>
  );
}

const STARTS: { value: StartKind; label: string; hint: string; Icon: typeof Square }[] = [
  { value: "color", label: "Colour", hint: "Generates a palette", Icon: Palette },
  { value: "website", label: "Website", hint: "Imports colours, typefaces and logo", Icon: Globe },
  { value: "logo", label: "Logo", hint: "Generates a palette from its colours", Icon: Shapes },
  { value: "file", label: "File", hint: "brand.json, design tokens, Figma variables", Icon: FilePlus2 },
  { value: "known", label: "Known brand", hint: "Its colour and logo", Icon: Search },
  { value: "nothing", label: "Blank", hint: "An empty brand", Icon: Square },
];

const BEGINNING: NewBrandForm = {
  start: "color",
  color: DEFAULT_SEED.hex,
  harmony: DEFAULT_SEED.harmony,
  logo: null,
  picked: null,
  background: "light",
  file: null,
  known: null,
  website: null,
};

const preview = (seed: PaletteSeed) => regeneratePalette({ current: [], seed, newId });

/** Why the brand can't be created yet, or null. */
function missing(form: NewBrandForm, name: string, slug: SlugState): string | null {
  if (form.start === "color" && !parseHex(form.color)) return "Enter a hex colour.";
  if (form.start === "logo" && !form.logo) return "Choose a logo.";
  if (form.start === "file" && !form.file) return "Choose a file.";
  if (form.start === "known" && !form.known) return "Choose a brand.";
  if (form.start === "website" && !form.website) return "Read a website first.";
  if (name.trim() === "") return "Enter a name.";
  return slugMissing(slug, "brand");
}

export function NewBrandScreen({ fetchesWebsites, ...actions }: NewBrandActions & { fetchesWebsites: boolean }) {
  const router = useRouter();
  const [form, setForm] = useState(BEGINNING);
  const [name, setName] = useState("");
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; field?: string } | null>(null);
  const { slug, setOwn } = useSlug(name, actions);
  const change = (part: Partial<NewBrandForm>) => setForm((before) => ({ ...before, ...part }));
  useUnsavedGuard(!pending && (name !== "" || form.logo !== null || form.file !== null || form.website !== null));

  const clearError = (field: string) => setRefusal((before) => (before?.field === field ? null : before));

  const errorAt = (field: string) => (refusal?.field === field ? refusal.message : undefined);
  const placed = ["name", "slug", "color", "logo", "file", "known", "website"].includes(refusal?.field ?? "");
  const blocker = missing(form, name, slug);
  const onName = (suggested: string) => setName((before) => before || suggested);
  const start: StartProps = { form, change, preview, onName, error: errorAt(form.start) };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending || blocker) return;
    setPending(true);
    setRefusal(null);
    const result = await createBrand("/new/brands", { name, slug: slug.slug, form });
    if (result.ok) return router.push(`/b/${result.data.slug}`);
    setPending(false);
    setRefusal(result);
  }

  return (
    <form onSubmit={submit} noValidate className="flex max-w-3xl flex-col gap-6">
      <Card>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" required error={errorAt("name")} hint={`Up to ${DOCUMENT_LIMITS.brandName} characters`}>
            <Input
              name="name"
              value={name}
              maxLength={DOCUMENT_LIMITS.brandName}
              autoComplete="organization"
              autoFocus
              onChange={(event) => {
                setName(event.target.value);
                clearError("name");
              }}
            />
          </Field>
          <SlugField
            slug={slug}
            onChange={(written) => {
              setOwn(written);
              clearError("slug");
            }}
            error={errorAt("slug")}
          />
        </div>
      </Card>
      <RadioGroup
        legend="Start from"
        name="start"
        look="cards"
        className="[&>div]:sm:grid-cols-2 [&>div]:lg:grid-cols-3"
        value={form.start}
        onValueChange={(value) => change({ start: STARTS.find((start) => start.value === value)?.value ?? "color" })}
        options={STARTS.map(({ value, label, hint, Icon }) => ({
          value,
          hint,
          label: (
            <span className="flex items-center gap-2">
              <Icon aria-hidden="true" className="size-4 text-muted" />
              {label}
            </span>
          ),
        }))}
      />
      {form.start === "nothing" ? null : (
        <Card>
          {form.start === "color" ? <ColorStart {...start} /> : null}
          {form.start === "logo" ? <LogoStart {...start} /> : null}
          {form.start === "file" ? <FileStart {...start} /> : null}
          {form.start === "known" ? <KnownStart {...start} search={actions.searchKnown} /> : null}
          {form.start === "website" ? (
            <WebsiteStart {...start} previewWebsite={actions.previewWebsite} fetches={fetchesWebsites} />
          ) : null}
        </Card>
      )}
      <FormMessage>{refusal && !placed ? refusal.message : null}</FormMessage>
      <div>
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Creating…" disabledReason={blocker}>
          Create brand
        </Button>
      </div>
    </form>
  );
}
