"use client";

import { Trash2 } from "lucide-react";
import { RowButton } from "@/components/ui/row-button";
import { Passage } from "@/components/ui/text";
import { languageName } from "@/lib/content";
import { AddLanguage } from "./add-language";
import { IdentityText, useIdentityValue } from "./identity-text";

const PATH = ["boilerplate"];

export function BoilerplateFields() {
  const { value, setValue } = useIdentityValue(PATH, "legal");
  const texts = (value ?? {}) as Record<string, string>;
  const tags = Object.keys(texts).sort();
  const without = (tag: string) => Object.fromEntries(Object.entries(texts).filter(([other]) => other !== tag));
  return (
    <div className="flex flex-col gap-5">
      {tags.map((tag) => (
        <div key={tag} className="flex flex-col gap-2">
          <Passage lang={tag}>
            <IdentityText path={[...PATH, tag]} part="legal" label={`Boilerplate in ${languageName(tag)}`} rows={4} />
          </Passage>
          <RowButton
            verb="Remove"
            of={`boilerplate in ${languageName(tag)}`}
            variant="ghost"
            icon={<Trash2 />}
            className="self-start"
            onClick={() => setValue(without(tag))}
          />
        </div>
      ))}
      <AddLanguage
        label="Boilerplate in another language"
        taken={tags}
        onAdd={(tag) => setValue({ ...texts, [tag]: "" })}
      />
    </div>
  );
}
