"use client";

import { Check, Pencil, Plus } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import type { IdentitySection } from "./identity-parts";
import { LatePart } from "./late-part";
import { RadarEditor } from "./radar-editor";
import { DIMENSIONS, TONE } from "./radar-scales";
import type { Reading } from "./read-blocks";
import { SECTION_FIELDS } from "./section-fields";

/** Sections that change how a sentence of the brand reads. */
const SAMPLED = new Set(["voice", "tone", "vocabulary", "examples"]);

/** Sections whose fields show themselves what they make. */
const UNPREVIEWED = new Set(["languages"]);

const loadVoiceSample = () => import("./voice-sample").then(({ VoiceSample }) => VoiceSample);

/** The button that opens a section, which has the focus again once it is closed. */
export const openerOf = (id: string): string => `open-${id}`;

type SectionBlockProps = {
  section: IdentitySection;
  reading: Reading;
  /** A place within it that a link leads to, while its fields are closed. */
  anchor: string | null;
  editing: boolean;
  /** The hub refused something of it. */
  refused: boolean;
  /** Opens it, and closes it; null for whoever may not edit. */
  onEdit: ((editing: boolean) => void) | null;
};

/** One section of the identity: to read, or its fields with what they make beside them. */
export function SectionBlock(props: SectionBlockProps) {
  const { section, reading, editing, refused, onEdit } = props;
  const { id, title } = section;
  const empty = reading === null;
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-label={title}
      className={cx(
        "min-w-0 scroll-mt-8",
        editing
          ? "my-4 rounded-xl border border-line-strong/60 bg-raised p-4 [column-span:all] sm:p-5"
          : "break-inside-avoid pb-5",
      )}
    >
      <div className="mb-1.5 flex min-h-7 break-after-avoid items-center justify-between gap-3">
        <h3 className="flex min-w-0 items-center gap-2 font-semibold">
          {title}
          {refused && !editing ? <Badge tone="danger">Not saved</Badge> : null}
        </h3>
        {editing || !onEdit ? null : (
          <Button
            id={openerOf(id)}
            size="sm"
            variant="ghost"
            icon={empty ? <Plus /> : <Pencil />}
            className="-mr-2.5 text-muted"
            onClick={() => onEdit(true)}
          >
            {empty ? "Add" : "Edit"}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      {editing ? (
        <OpenSection section={section} reading={reading} onDone={() => onEdit?.(false)} />
      ) : (
        <div id={props.anchor ?? undefined} tabIndex={props.anchor ? -1 : undefined}>
          {reading ?? <p className="text-muted">{section.description}</p>}
        </div>
      )}
    </section>
  );
}

type OpenSectionProps = { section: IdentitySection; reading: Reading; onDone: () => void };

function OpenSection({ section: { id, title, description }, reading, onDone }: OpenSectionProps) {
  const previewed = !UNPREVIEWED.has(id);
  return (
    <>
      <p className="mb-4 text-muted">{description}</p>
      <div
        className={cx("grid items-start gap-x-8 gap-y-5", previewed && "xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]")}
      >
        <div data-fields="" className="min-w-0">
          {SECTION_FIELDS[id]}
        </div>
        {previewed ? <SectionPreview id={id} title={title} reading={reading} /> : null}
      </div>
      {SAMPLED.has(id) ? <LatePart load={loadVoiceSample} /> : null}
      <Button icon={<Check />} className="mt-5" onClick={onDone}>
        Done
        <span className="sr-only"> with {title}</span>
      </Button>
    </>
  );
}

/** What the fields of an open section make. */
function SectionPreview({ id, title, reading }: { id: string; title: string; reading: Reading }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form controls to group, and no landmark
    <div
      role="group"
      aria-label={`Preview of ${title}`}
      className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3 xl:sticky xl:top-8"
    >
      <p className="mb-2 text-[0.8125rem] text-muted">Preview</p>
      {id === "dimensions" ? (
        <RadarEditor scale={DIMENSIONS} />
      ) : id === "tone" ? (
        <div className="flex flex-col gap-4">
          <div>
            <RadarEditor scale={TONE} />
          </div>
          {reading}
        </div>
      ) : (
        (reading ?? <p className="text-muted">Nothing yet.</p>)
      )}
    </div>
  );
}
