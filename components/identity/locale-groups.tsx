"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { languageName } from "@/lib/brand-document";
import { isStated, LOCALE_FIELDS, type LocaleField, missingTexts } from "@/lib/identity";
import { IDENTITY_SECTIONS, type IdentitySection, sectionOf } from "./identity-parts";
import { LocaleRow } from "./locale-row";

const pathOf = ({ path }: LocaleField): string => path.join(".");

/** What can be translated, by the sections in which the main texts stand. */
const GROUPS = IDENTITY_SECTIONS.map((section) => ({
  section,
  fields: LOCALE_FIELDS.filter((field) => sectionOf(`identity.${pathOf(field)}`) === section),
})).filter(({ fields }) => fields.length > 0);

/** All that a brand says in one of its languages, section by section, each to be unfolded. */
export function LocaleGroups({ tag, ledTo }: { tag: string; ledTo: string }) {
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
          : `Everything that the main texts say is there in ${languageName(tag)}.`}
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {GROUPS.map(({ section, fields }) => {
          const said = fields.filter((field) => isStated(identity, field));
          return (
            <LocaleGroup
              key={section.id}
              section={section}
              done={said.filter((field) => !missing.includes(field)).length}
              total={said.length}
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
  /** Fields that are there in the language, of those that the main texts have. */
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
