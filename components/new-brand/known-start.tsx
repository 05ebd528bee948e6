"use client";

import { useEffect, useState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { RadioGroup } from "@/components/ui/radio-group";
import { reached } from "@/components/ui/reached";
import { SearchInput } from "@/components/ui/search-field";
import { LiveRegion } from "@/components/ui/skip-link";
import { type KnownBrand, knownPalette } from "@/lib/brands";
import { newId } from "@/lib/platform/ids";
import { PalettePreview } from "./palette-preview";
import type { NewBrandActions, StartProps } from "./types";

const WAIT_MS = 250;

type KnownStartProps = StartProps & { search: NewBrandActions["searchKnown"] };

export function KnownStart({ form, change, search, onName, error }: KnownStartProps) {
  const [text, setText] = useState("");
  const [result, setResult] = useState<{ text: string; brands: KnownBrand[] } | null>(null);
  const [problem, setProblem] = useState("");
  const words = text.trim();

  useEffect(() => {
    if (words === "") return setResult(null);
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await reached(() => search(words));
      if (!current) return;
      setProblem(answer.status === "error" ? answer.message : "");
      if (answer.status === "ok") setResult({ text: words, brands: answer.data });
    }, WAIT_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [words, search]);

  const choose = (icon: string) => {
    const known = result?.brands.find((brand) => brand.icon === icon) ?? null;
    change({ known });
    if (known) onName(known.name);
  };
  const brands = result?.brands ?? (form.known ? [form.known] : []);
  const none = result && brands.length === 0 ? `No brand in Simple Icons matches “${result.text}”.` : "";
  return (
    <div className="flex flex-col gap-5">
      <Field
        label="Search brands"
        hint="From Simple Icons. Use a trademark only if you have the right to."
        error={error}
      >
        <SearchInput value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      </Field>
      <FormMessage>{problem}</FormMessage>
      <LiveRegion message={result ? none || `${brands.length} found` : ""} />
      {none ? <p className="text-muted">{none}</p> : null}
      {brands.length > 0 ? (
        <RadioGroup
          legend="Results"
          name="known-brand"
          look="cards"
          className="[&>div]:sm:grid-cols-2"
          value={form.known?.icon ?? ""}
          onValueChange={choose}
          options={brands.map(({ icon, name, hex, path }) => ({
            value: icon,
            label: (
              <span className="flex min-w-0 items-center gap-3">
                <svg
                  aria-hidden="true"
                  viewBox="0 0 24 24"
                  className="size-8 shrink-0 rounded-md border border-line bg-white p-1"
                >
                  <path d={path} fill={hex} />
                </svg>
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </span>
            ),
            hint: <span className="font-mono text-[0.8125rem]">{hex}</span>,
          }))}
        />
      ) : null}
      {form.known ? <PalettePreview {...knownPalette(form.known.hex, newId)} /> : null}
    </div>
  );
}
