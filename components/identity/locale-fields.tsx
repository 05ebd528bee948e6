"use client";

import { ChevronDown, Copy, Trash2 } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { useSectionAddress } from "@/components/chapters/use-sections";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { Fieldset } from "@/components/ui/field-parts";
import { anchorOf } from "@/components/ui/link-target";
import { ChoiceField } from "@/components/ui/select";
import { cx } from "@/components/ui/styles";
import { Passage } from "@/components/ui/text";
import { thenFocus } from "@/components/ui/then-focus";
import { type BrandDocument, languageName, languageOf } from "@/lib/content";
import {
  IDENTITY_SECTIONS,
  type IdentitySection,
  isStated,
  type LocaleField,
  languageAt,
  localeValue,
  missingTexts,
  onlyTexts,
  sectionOf,
} from "@/lib/publishing";
import { AddLanguage } from "./add-language";
import { entryListAt } from "./entry-lists";
import { IdentityEntries } from "./identity-entries";
import { IdentityLines, IdentityTags, IdentityText, useIdentityValue, writeAt } from "./identity-text";
import { SECTION_READINGS } from "./section-readings";

/** A translated text or list next to its main text, which readers get while it is missing. */
function LocaleRow({ tag, field, section }: { tag: string; field: LocaleField; section: string }) {
  const identity = useDraftValue(({ state }) => state.document.identity);
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
          <p className="text-faint">No main text yet</p>
        )}
        {isMissing ? (
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
      <IdentityEntries {...list} path={at} empty="None yet. Readers get the main list." />
    </Fieldset>
  );
}

const pathOf = ({ path }: LocaleField): string => path.join(".");

const TRANSLATABLE = IDENTITY_SECTIONS.filter(({ fields }) => fields.length > 0);

function LocaleGroups({ tag, ledTo }: { tag: string; ledTo: string }) {
  const identity = useDraftValue(({ state }) => state.document.identity);
  const refused = useDraftValue(({ fieldErrors }) => Object.keys(fieldErrors).join(" "));
  const own = `identity.locales.${tag}.`;
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([sectionOf(ledTo.replace(own, "identity."))?.id ?? ""]),
  );
  const missing = missingTexts(identity, tag);
  const toggle = (id: string) =>
    setOpen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  return (
    <div>
      <p className="mb-4 text-muted">
        {missing.length > 0
          ? `Not in ${languageName(tag)} yet, so readers get the main text: ${missing.map(({ label }) => label).join(", ")}.`
          : `All main texts are translated into ${languageName(tag)}.`}
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {TRANSLATABLE.map((section) => {
          const { fields } = section;
          const stated = fields.filter((field) => isStated(identity, field));
          return (
            <LocaleGroup
              key={section.id}
              section={section}
              done={stated.filter((field) => !missing.includes(field)).length}
              total={stated.length}
              refused={fields.some((field) => refused.includes(own + pathOf(field)))}
              open={open.has(section.id)}
              onToggle={() => toggle(section.id)}
            >
              {fields.map((field) => (
                <LocaleRow key={pathOf(field)} tag={tag} field={field} section={section.id} />
              ))}
            </LocaleGroup>
          );
        })}
      </ul>
    </div>
  );
}

type LocaleGroupProps = {
  section: IdentitySection;
  /** Translated fields, of those with a main text. */
  done: number;
  total: number;
  refused: boolean;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
};

function LocaleGroup({ section, done, total, refused, open, onToggle, children }: LocaleGroupProps) {
  const contentId = useId();
  return (
    <li>
      <h4>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? contentId : undefined}
          onClick={onToggle}
          className="flex w-full items-center gap-3 rounded-md py-2.5 text-left font-medium"
        >
          <ChevronDown
            aria-hidden="true"
            className={cx("size-4 shrink-0 text-muted transition-transform", !open && "-rotate-90")}
          />
          <span className="min-w-0 grow">{section.title}</span>
          {refused ? <Badge tone="danger">Not saved</Badge> : null}
          <span className={cx("font-normal text-[0.8125rem]", done < total ? "text-ink" : "text-muted")}>
            {total === 0 ? "No main text" : done < total ? `${done} of ${total}` : "Complete"}
          </span>
        </button>
      </h4>
      {open ? (
        <div id={contentId} className="flex flex-col gap-6 pt-1 pb-6">
          {children}
        </div>
      ) : null}
    </li>
  );
}

export function LocaleFields() {
  const { value, setValue } = useIdentityValue(["locales"]);
  // Loaded when the section opens, so `location` exists and names the link's target.
  const [ledTo, setLedTo] = useState(() => anchorOf(window.location.hash) ?? "");
  const [chosen, setChosen] = useState(() => languageAt(ledTo));
  const { anchor } = useSectionAddress(IDENTITY_SECTIONS).address;
  // Follows links to other texts while the section is open.
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
          <ChoiceField
            label="Language to edit"
            className="max-w-64 grow basis-40"
            options={tags.map((one) => ({ value: one, label: `${languageName(one)} (${one})` }))}
            value={tag}
            onChange={setChosen}
          />
          <Button
            variant="ghost"
            icon={<Trash2 />}
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
