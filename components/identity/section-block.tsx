"use client";

import { Check, Pencil, Plus } from "lucide-react";
import { type PointerEvent, useState } from "react";
import { useDraftValue } from "@/components/draft/draft-provider";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { cx } from "@/components/ui/styles";
import type { IdentitySection } from "@/lib/publishing";
import { READING, widthOf } from "./identity-parts";
import { LatePart } from "./late-part";
import { readAt } from "./path-value";
import { axesOf, DIMENSIONS, levelAt, pointAt, Radar, type RadarScale, TONE } from "./radar";
import type { Reading } from "./read-blocks";
import { SECTION_FIELDS } from "./section-fields";
import { useIdentityValue } from "./use-identity-value";

/** A radar with draggable corners, for pointers only. The sliders next to it do the same by keyboard. */
function RadarEditor({ scale }: { scale: RadarScale }) {
  const stated = useDraftValue(({ state }) => readAt(state.document.identity, scale.path));
  return (
    <>
      <Radar axes={axesOf(scale, stated as Partial<Record<string, number>>)} className="mx-auto w-full max-w-88">
        {scale.keys.map((key, place) => (
          <Corner key={key} scale={scale} name={key} place={place} />
        ))}
      </Radar>
      <p className="mt-2 text-center text-[0.8125rem] text-muted">Drag a corner or use the sliders.</p>
    </>
  );
}

/** Unset corners sit near the centre, far enough apart to grab. */
const UNSET_AT = 0.6;

function Corner({ scale, name, place }: { scale: RadarScale; name: string; place: number }) {
  const { path, keys, shift } = scale;
  const axis = { place, count: keys.length };
  const { value, setValue } = useIdentityValue([...path, name]);
  const [held, setHeld] = useState(false);
  const set = typeof value === "number";
  const [x, y] = pointAt(axis, set ? value + shift : UNSET_AT);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent<SVGCircleElement>) => {
    const matrix = currentTarget.ownerSVGElement?.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const next = levelAt(axis, at.x, at.y) - shift;
    if (next !== value) setValue(next);
  };
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r={held ? 7 : 5}
        strokeWidth={1.75}
        className={cx("stroke-accent", set ? "fill-surface" : "fill-surface [stroke-dasharray:2_2]")}
      />
      <circle
        data-corner={name}
        cx={x}
        cy={y}
        r={13}
        className={cx("touch-none fill-transparent", held ? "cursor-grabbing" : "cursor-grab")}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          setHeld(true);
        }}
        onPointerMove={(event) => held && follow(event)}
        onLostPointerCapture={() => setHeld(false)}
      />
    </g>
  );
}

/** Sections that change the voice sample. */
const SAMPLED = new Set(["voice", "tone", "vocabulary", "examples"]);

/** Sections whose fields are their own preview. */
const UNPREVIEWED = new Set(["languages"]);

const loadVoiceSample = () => import("./voice-sample").then(({ VoiceSample }) => VoiceSample);

/** Focused again after the section closes. */
export const openerOf = (id: string): string => `open-${id}`;

/** The heading, which links can lead to without opening the section. */
export const titleOf = (id: string): string => `about-${id}`;

type SectionBlockProps = {
  section: IdentitySection;
  reading: Reading;
  /** The link's target inside a closed section. */
  anchor: string | null;
  editing: boolean;
  refused: boolean;
  /** Opens and closes the section. Null for readers who can't edit. */
  onEdit: ((editing: boolean) => void) | null;
  /** True for sections in the masthead, where the brand's name replaces the title. */
  greeting?: boolean;
};

export function SectionBlock(props: SectionBlockProps) {
  const { section, reading, editing, refused, onEdit, greeting = false } = props;
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
          ? "hub-look basis-full rounded-xl border border-line-strong/60 bg-raised p-4 text-ink sm:p-5"
          : !greeting && cx("flex flex-col", widthOf(id, empty)),
      )}
    >
      <div
        className={
          greeting
            ? "absolute top-4 right-5 flex items-center gap-3 sm:right-8 md:top-9"
            : "mb-1 flex min-h-7 items-center justify-between gap-3"
        }
      >
        <div className="flex min-w-0 items-center gap-2">
          <div className={cx("min-w-0", !editing && "brand-type")}>
            <h3
              id={titleOf(id)}
              className={cx("scroll-mt-8 font-semibold", !editing && (greeting ? "sr-only" : "text-lg leading-snug"))}
            >
              {title}
            </h3>
          </div>
          {refused && !editing ? <Badge tone="danger">Not saved</Badge> : null}
        </div>
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
        <div id={props.anchor ?? undefined} tabIndex={props.anchor ? -1 : undefined} className={cx(READING, "grow")}>
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

function SectionPreview({ id, title, reading }: { id: string; title: string; reading: Reading }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form controls to group, and no landmark
    <div
      role="group"
      aria-label={`Preview of ${title}`}
      className="brand-look min-w-0 overflow-clip rounded-lg border border-line text-ink xl:sticky xl:top-8"
    >
      <div className={cx("px-4 py-3", id === "essentials" ? "brand-ground" : "bg-canvas")}>
        <p className="mb-2 text-[0.8125rem] text-muted">Preview</p>
        <div className={READING}>
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
      </div>
    </div>
  );
}
