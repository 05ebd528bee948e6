"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useDisabledScope } from "@/components/ui/disabled-scope";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { languageName } from "@/lib/brand-document";
import { languageAt } from "@/lib/identity";
import { AddLanguage } from "./add-language";
import { LocaleGroups } from "./locale-groups";
import { useIdentityValue } from "./use-identity-value";
import { addressAt, useSectionAddress } from "./use-section-address";

/** The brand's texts in other languages: one is chosen, and edited beside the main texts. */
export function LocaleFields() {
  const { value, setValue } = useIdentityValue(["locales"]);
  const reason = useDisabledScope()?.reason;
  // It is fetched when its section is open, so that the browser is there to say where a link leads.
  const [ledTo, setLedTo] = useState(() => addressAt(window.location).anchor ?? "");
  const [chosen, setChosen] = useState(() => languageAt(ledTo));
  const { anchor } = useSectionAddress().address;
  // A link to another text, while the section is open.
  if (anchor !== null && anchor !== ledTo && languageAt(anchor)) {
    setLedTo(anchor);
    setChosen(languageAt(anchor));
  }
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
      {tag ? <LocaleGroups key={`${tag} ${ledTo}`} tag={tag} ledTo={ledTo} /> : null}
    </div>
  );
}
