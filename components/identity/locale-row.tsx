"use client";

import { Copy } from "lucide-react";
import { useRef } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useDisabledScope } from "@/components/ui/disabled-scope";
import { Fieldset } from "@/components/ui/fieldset";
import { Passage } from "@/components/ui/passage";
import { thenFocus } from "@/components/ui/then-focus";
import type { BrandDocument } from "@/lib/brand-document";
import { languageName, languageOf } from "@/lib/brand-document";
import { isStated, type LocaleField, localeValue, onlyTexts } from "@/lib/identity";
import { entryListAt } from "./entry-lists";
import { IdentityEntries } from "./identity-entries";
import { IdentityLines, IdentityTags } from "./identity-lists";
import { IdentityText } from "./identity-text";
import { writeAt } from "./path-value";
import { SECTION_READINGS } from "./section-readings";
import { useIdentityValue } from "./use-identity-value";

type LocaleRowProps = {
  tag: string;
  field: LocaleField;
  /** The section in which the main text stands. */
  section: string;
};

/** A text or a list in another language, beside the main one that readers get until it is there. */
export function LocaleRow({ tag, field, section }: LocaleRowProps) {
  const identity = useDraftValue(({ state }) => state.document.identity);
  const scope = useDisabledScope();
  const { setValue } = useIdentityValue(["locales", tag, ...field.path]);
  const input = useRef<HTMLDivElement>(null);
  const main = localeValue(identity, field);
  const isMissing = isStated(identity, field) && !isStated(identity.locales?.[tag], field);
  const spoken = languageOf(identity);
  const copy = () =>
    thenFocus(
      () => setValue(main),
      () => input.current?.querySelector<HTMLElement>("input, textarea"),
    );
  return (
    <div
      className={cx(
        "grid gap-x-6 gap-y-3",
        field.kind === "entries" ? "xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]" : "lg:grid-cols-2",
      )}
    >
      <div className="min-w-0">
        <p className="mb-1.5 text-[0.8125rem] text-muted">{spoken ? languageName(spoken) : "Main text"}</p>
        {isStated(identity, field) ? (
          <MainText section={section} field={field} value={main} />
        ) : (
          <p className="text-faint">Nothing yet</p>
        )}
        {isMissing && !scope ? (
          <Button size="sm" variant="ghost" icon={<Copy />} className="mt-2 -ml-2.5" onClick={copy}>
            Copy {spoken ? `from ${languageName(spoken)}` : "the main text"}
            <span className="sr-only"> to {field.label}</span>
          </Button>
        ) : null}
      </div>
      <div ref={input} className="min-w-0">
        <Passage lang={tag}>
          <LocaleInput tag={tag} field={field} />
        </Passage>
      </div>
    </div>
  );
}

/** How the main text reads, all by itself. */
function MainText({ section, field, value }: { section: string; field: LocaleField; value: unknown }) {
  const identity = writeAt(onlyTexts({}), field.path, value) as BrandDocument["identity"];
  return SECTION_READINGS[section]?.({ identity }) ?? null;
}

function LocaleInput({ tag, field: { path, label, kind } }: { tag: string; field: LocaleField }) {
  const at = ["locales", tag, ...path];
  const name = `${label} in ${languageName(tag)}`;
  if (kind === "list") return <IdentityLines path={at} label={name} itemLabel={`${label} (${tag})`} />;
  if (kind === "words") return <IdentityTags path={at} label={name} />;
  const list = entryListAt(path);
  if (!list) return <IdentityText path={at} label={name} rows={kind === "line" ? 1 : 3} />;
  return (
    <Fieldset legend={name}>
      <IdentityEntries {...list} path={at} empty="None yet: readers get the main list as a whole." />
    </Fieldset>
  );
}
