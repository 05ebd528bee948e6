"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { ContentText } from "@/components/ui/content-text";
import { useDisabledScope } from "@/components/ui/disabled-scope";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { languageName } from "@/lib/brand-document";
import { LOCALE_FIELDS, type LocaleField, localeValue, missingTexts } from "@/lib/identity";
import { AddLanguage } from "./add-language";
import { IdentityLines } from "./identity-lists";
import { IdentityText } from "./identity-text";
import { useIdentityValue } from "./use-identity-value";

const PATH = ["locales"];

/** The brand's texts in other languages: one is chosen, and edited beside the main texts. */
export function LocaleFields() {
  const { value, setValue } = useIdentityValue(PATH);
  const reason = useDisabledScope()?.reason;
  const [chosen, setChosen] = useState<string | null>(null);
  const locales = (value ?? {}) as Record<string, object>;
  const tags = Object.keys(locales).sort();
  const tag = chosen && tags.includes(chosen) ? chosen : tags[0];
  const without = (gone: string) => Object.fromEntries(Object.entries(locales).filter(([other]) => other !== gone));
  return (
    <div className="flex flex-col gap-5">
      {tag ? (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Language to edit" className="max-w-64 grow basis-40">
            <Select
              options={tags.map((one) => ({ value: one, label: `${languageName(one)} (${one})` }))}
              value={tag}
              onChange={(event) => setChosen(event.target.value)}
            />
          </Field>
          <Button
            variant="ghost"
            icon={<Trash2 />}
            disabledReason={reason}
            aria-label={`Remove ${languageName(tag)}`}
            onClick={() => setValue(tags.length > 1 ? without(tag) : undefined)}
          >
            Remove
          </Button>
        </div>
      ) : null}
      <AddLanguage
        label="Texts in another language"
        taken={tags}
        onAdd={(added) => {
          setValue({ ...locales, [added]: {} });
          setChosen(added);
        }}
      />
      {tag ? <LocaleTexts key={tag} tag={tag} /> : null}
    </div>
  );
}

function LocaleTexts({ tag }: { tag: string }) {
  const identity = useDraftValue(({ state }) => state.document.identity);
  const missing = missingTexts(identity, tag);
  const name = languageName(tag);
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">
        {missing.length > 0
          ? `Not in ${name} yet, so tools take the main text: ${missing.map(({ label }) => label).join(", ")}.`
          : `Everything that the main texts say is there in ${name}.`}
      </p>
      {LOCALE_FIELDS.map((field) => (
        <div key={field.path.join(".")} className="grid gap-x-6 gap-y-2 border-line border-t pt-4 lg:grid-cols-2">
          <div className="min-w-0">
            <p className="mb-1.5 text-[0.8125rem] text-muted">{field.label}, main text</p>
            <MainText value={localeValue(identity, field)} />
          </div>
          <LocaleInput tag={tag} field={field} />
        </div>
      ))}
    </div>
  );
}

function MainText({ value }: { value: unknown }) {
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string" && text !== "");
  if (texts.length === 0) return <p className="text-faint">Nothing yet</p>;
  return texts.map((text: string) => (
    <ContentText as="p" key={text} className="whitespace-pre-wrap wrap-anywhere">
      {text}
    </ContentText>
  ));
}

function LocaleInput({ tag, field: { path, label, kind } }: { tag: string; field: LocaleField }) {
  const at = [...PATH, tag, ...path];
  const name = `${label} in ${languageName(tag)}`;
  if (kind === "list") return <IdentityLines path={at} lang={tag} label={name} itemLabel={`${label} (${tag})`} />;
  return <IdentityText path={at} lang={tag} label={name} rows={kind === "line" ? 1 : 3} />;
}
