"use client";

import { Check, ChevronDown, ChevronUp, Pencil } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { useLate } from "@/components/ui/hooks";
import { gradientCss, stopHex } from "@/lib/content";
import { counted } from "@/lib/platform/text";
import { GradientCards } from "./stated-colors";
import { type DepthProps, RULE_PARAMETER } from "./types";

type LateSectionProps<Props> = {
  title: string;
  description: string;
  load: () => Promise<ComponentType<Props>>;
  content: Props;
  /** Opens the section when the URL has this query parameter. */
  parameter?: string;
  /** Opens the section for anchors with this prefix: `colors.gradients.` */
  anchors?: string;
  /** Shown while the section is closed, which then opens to edit. */
  reading?: ReactNode;
};

const PART = "border-line border-t pt-6";

/** A section that loads its content on open, since most people don't open it. */
export function LateSection<Props extends object>(props: LateSectionProps<Props>) {
  const { title, description, load, content, parameter, anchors, reading = null } = props;
  const { part: Content, need } = useLate(load);
  const [open, setOpen] = useState(false);
  const query = useSearchParams();
  const requested = parameter !== undefined && query.has(parameter);
  useEffect(() => {
    if (requested) need(() => setOpen(true));
  }, [requested, need]);
  useEffect(() => {
    if (!anchors) return;
    const openAnchored = () => {
      if (window.location.hash.startsWith(`#${anchors}`)) need(() => setOpen(true));
    };
    openAnchored();
    window.addEventListener("hashchange", openAnchored);
    return () => window.removeEventListener("hashchange", openAnchored);
  }, [anchors, need]);
  const what = title.toLowerCase();
  return (
    <Section
      title={title}
      description={description}
      className={PART}
      actions={
        <Button
          size="sm"
          aria-expanded={open}
          icon={reading ? open ? <Check /> : <Pencil /> : open ? <ChevronUp /> : <ChevronDown />}
          onClick={() => (open ? setOpen(false) : need(() => setOpen(true)))}
        >
          {open ? (reading ? "Done" : `Hide ${what}`) : `${reading ? "Edit" : "Show"} ${what}`}
        </Button>
      }
    >
      {open && Content ? <Content {...content} /> : reading}
    </Section>
  );
}

const loadGrid = () => import("./contrast-grid").then(({ ContrastGrid }) => ContrastGrid);
const loadDarkSet = () => import("./dark-set").then(({ DarkSet }) => DarkSet);
const loadGradients = () => import("./gradients").then(({ Gradients }) => Gradients);
const loadRules = () => import("./color-rules").then(({ ColorRules }) => ColorRules);

export function PaletteDepth(props: DepthProps) {
  const { canEdit, swatches } = props;
  const { palette, dark, gradients = [], rules = [] } = props.colors;
  const drawn = gradients.map((gradient) => ({
    id: gradient.id,
    name: gradient.name,
    css: gradientCss(gradient, (stop) => stopHex(palette, stop)),
  }));
  const cards = drawn.length > 0 ? <GradientCards gradients={drawn} /> : null;
  return (
    <>
      {canEdit ? (
        <LateSection
          title="Gradients"
          description={cards ? "Blends of colours." : "Blends of colours. None yet."}
          load={loadGradients}
          anchors="colors.gradients."
          reading={cards}
          content={props}
        />
      ) : cards ? (
        <Section title="Gradients" className={PART}>
          {cards}
        </Section>
      ) : null}
      {canEdit || dark ? (
        <LateSection
          title="Dark set"
          description={
            dark
              ? `${Object.keys(dark).length} of ${swatches.length} colours have a dark form.`
              : "Colours for dark backgrounds. None set."
          }
          load={loadDarkSet}
          content={props}
        />
      ) : null}
      {canEdit || rules.length > 0 ? (
        <LateSection
          title="Colour rules"
          description={
            rules.length > 0
              ? `${counted(rules.length, "rule")} for combining colours.`
              : "Rules for combining colours, for tools to check. None yet."
          }
          load={loadRules}
          parameter={RULE_PARAMETER}
          anchors="colors.rules."
          content={props}
        />
      ) : null}
      <LateSection
        title="Contrast matrix"
        description="How text colours read on backgrounds, primary and accent. Recommended pairs get a grade."
        load={loadGrid}
        content={props}
      />
    </>
  );
}
