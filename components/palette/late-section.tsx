"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ComponentType, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { useLate } from "@/components/ui/hooks";
import { Section } from "@/components/ui/section";

type LateSectionProps<Props> = {
  title: string;
  description: string;
  load: () => Promise<ComponentType<Props>>;
  content: Props;
  /** Opens the section when the URL has this query parameter. */
  parameter?: string;
  /** Opens the section for anchors with this prefix: `colors.gradients.` */
  anchors?: string;
};

/** A section that loads its content on open, since most people don't open it. */
export function LateSection<Props extends object>(props: LateSectionProps<Props>) {
  const { title, description, load, content, parameter, anchors } = props;
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
      className="border-line border-t pt-6"
      actions={
        <Button
          size="sm"
          aria-expanded={open}
          icon={open ? <ChevronUp /> : <ChevronDown />}
          onClick={() => (open ? setOpen(false) : need(() => setOpen(true)))}
        >
          {open ? `Hide ${what}` : `Show ${what}`}
        </Button>
      }
    >
      {open && Content ? <Content {...content} /> : null}
    </Section>
  );
}
