import { Circle, CircleCheck } from "lucide-react";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import type { SetUpSteps as Steps } from "@/lib/hand-overs";

const STEPS: { step: keyof Steps; todo: string; done: string }[] = [
  {
    step: "bundleRead",
    todo: "Read a brand’s bundle with the child app token.",
    done: "It read its first bundle.",
  },
  {
    step: "webhookAnswered",
    todo: "Verify a webhook and answer it 2xx: send a test below.",
    done: "It answered its first webhook.",
  },
  { step: "eventSent", todo: "Send an event about a brand.", done: "It sent its first event." },
];

/** The three things that show that a tool is connected. */
export function SetUpSteps({ steps }: { steps: Steps }) {
  return (
    <Card flush>
      <ol aria-live="polite" className="divide-y divide-line">
        {STEPS.map(({ step, todo, done }) => (
          <li key={step} className="flex items-start gap-3 px-4 py-3">
            {steps[step] ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <p className={cx("min-w-0", !steps[step] && "text-muted")}>
              <span className="sr-only">{steps[step] ? "Done: " : "To do: "}</span>
              {steps[step] ? done : todo}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
