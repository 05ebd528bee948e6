import { CircleCheck, CircleDashed } from "lucide-react";
import { Fragment } from "react";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { TextLink } from "@/components/ui/text";
import { type Completeness, type CompletenessSection, sectionOf } from "@/lib/publishing";

const PAGE_OF: Record<string, string> = {
  colors: "/palette",
  typography: "/typography",
  foundations: "/foundations",
  imagery: "/imagery",
  logos: "/logos",
  assets: "/assets",
};

/** Returns where a field is edited, below the brand's URL: `/identity#purpose` for `identity.brand.mission`. */
export function fieldPath(path: string): string {
  const page = PAGE_OF[path.split(".")[0] ?? ""];
  if (page) return page;
  const section = sectionOf(path);
  return section ? `/identity#${section.id}` : "/identity";
}

const NAMED = 4;

function Missing({ base, section }: { base: string; section: CompletenessSection }) {
  const shown = section.missing.slice(0, NAMED);
  const rest = section.missing.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <p className="mt-0.5 text-[0.8125rem] text-muted">
      Missing:{" "}
      {shown.map(({ label, path }, index) => (
        <Fragment key={path}>
          {index > 0 ? ", " : ""}
          <TextLink href={`${base}${fieldPath(path)}`}>{label}</TextLink>
        </Fragment>
      ))}
      {rest > 0 ? ` and ${rest} more` : ""}
    </p>
  );
}

export function CompletenessCard({ base, completeness }: { base: string; completeness: Completeness }) {
  const { done, total, sections } = completeness;
  const complete = done === total;
  return (
    <Card as="section" title="Completeness">
      <Progress
        label={complete ? "All fields complete" : "Fields complete"}
        value={done}
        max={total}
        valueText={`${done} of ${total}`}
        tone={complete ? "success" : "neutral"}
      />
      <ul className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {sections.map((section) => (
          <li key={section.key} className="flex min-w-0 gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
            {section.missing.length === 0 ? (
              <CircleCheck aria-hidden="true" className="text-success" />
            ) : (
              <CircleDashed aria-hidden="true" className="text-muted" />
            )}
            <div className="min-w-0 grow">
              <p className="flex justify-between gap-3">
                <span className="font-medium">{section.label}</span>
                <span className="text-muted tabular-nums">
                  {section.done} of {section.total}
                </span>
              </p>
              <Missing base={base} section={section} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
