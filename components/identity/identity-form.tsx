"use client";

import { useDraftValue } from "@/components/draft/draft-provider";
import { cx } from "@/components/ui/cx";
import { DisabledScope } from "@/components/ui/disabled-scope";
import { Section } from "@/components/ui/section";
import { IDENTITY_PARTS } from "./identity-sections";
import { SectionJump, SectionNav } from "./section-nav";

const SECTION_IDS = IDENTITY_PARTS.flatMap((part) => part.sections.map(({ id }) => id));

/** Every field of the identity, in three parts, with the way to each section beside them. */
export function IdentityForm() {
  const reason = useDraftValue(({ state }) => state.reason);
  return (
    <div className="grid gap-x-10 xl:grid-cols-[10rem_minmax(0,1fr)]">
      <SectionNav parts={IDENTITY_PARTS} ids={SECTION_IDS} />
      <div className="min-w-0">
        <SectionJump parts={IDENTITY_PARTS} />
        <DisabledScope reason={reason} className="mb-6">
          {IDENTITY_PARTS.map((part, place) => (
            <div key={part.id} id={part.id} className={cx("scroll-mt-8", place > 0 && "mt-14")}>
              <h2 className="font-semibold text-lg tracking-[-0.01em]">{part.title}</h2>
              {part.sections.map(({ id, title, description, content }) => (
                <Section
                  key={id}
                  id={id}
                  level={3}
                  title={title}
                  description={description}
                  className="mt-5 scroll-mt-8 border-line border-t pt-5"
                >
                  {content}
                </Section>
              ))}
            </div>
          ))}
        </DisabledScope>
      </div>
    </div>
  );
}
