import { Circle, CircleCheck } from "lucide-react";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import type { FirstStep } from "@/lib/brands";

export function FirstStepsCard({ base, steps }: { base: string; steps: readonly FirstStep[] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <Card as="section" title="First steps" description={`${done} of ${steps.length} done`} flush>
      <ol className="divide-y divide-line border-line border-t">
        {steps.map((step) => (
          <li key={step.key}>
            <Link
              href={`${base}${step.path}`}
              className="flex min-h-11 items-center gap-3 px-5 py-2.5 transition-colors hover:bg-hover [&_svg]:size-4.5 [&_svg]:shrink-0"
            >
              {step.done ? (
                <CircleCheck aria-hidden="true" className="text-success" />
              ) : (
                <Circle aria-hidden="true" className="text-line-strong" />
              )}
              <span className={cx("grow", step.done && "text-muted line-through")}>{step.label}</span>
              <span className="sr-only">{step.done ? "done" : "to do"}</span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
