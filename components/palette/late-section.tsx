"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { type ComponentType, useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { useLate } from "@/components/ui/use-late";

type LateSectionProps<Props> = {
  title: string;
  description: string;
  load: () => Promise<ComponentType<Props>>;
  content: Props;
};

/** A section of a page that most people do not come for: what is in it is fetched when it is opened. */
export function LateSection<Props extends object>({ title, description, load, content }: LateSectionProps<Props>) {
  const { part: Content, need } = useLate(load);
  const [open, setOpen] = useState(false);
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
          {open ? `Hide the ${what}` : `Show the ${what}`}
        </Button>
      }
    >
      {open && Content ? <Content {...content} /> : null}
    </Section>
  );
}
