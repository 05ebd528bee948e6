import { CircleCheck, Contrast, Send } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";
import { TimeAgo } from "@/components/ui/time-ago";
import type { DeliverySummary } from "@/lib/deliveries";
import type { ContrastProblem, Overview } from "@/lib/overview";

const SHOWN = 4;

/** Rounded down, so that a ratio that misses never reads as one that meets. */
const ratioText = (ratio: number) => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;

function Item({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 px-5 py-3 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </li>
  );
}

function Swatch({ hex }: { hex: string }) {
  return (
    <span
      aria-hidden="true"
      className="mr-1 inline-block size-3 translate-y-px rounded-sm border border-line-strong"
      style={{ backgroundColor: hex }}
    />
  );
}

function ContrastItem({ base, problem }: { base: string; problem: ContrastProblem }) {
  const { foreground, background, ratio, required } = problem;
  return (
    <Item icon={<Contrast aria-hidden="true" className="text-warning" />}>
      <p>
        <Swatch hex={foreground.hex} />
        {foreground.name} on <Swatch hex={background.hex} />
        {background.name} is hard to read: {ratioText(ratio)}, needs {required}:1.
      </p>
      <TextLink href={`${base}/palette`}>Mend it in the palette</TextLink>
    </Item>
  );
}

type DeliveryItemProps = { base: string; managed: boolean; delivery: DeliverySummary; now: Date };

function DeliveryItem({ base, managed, delivery, now }: DeliveryItemProps) {
  const { id, toolName, type, status, reason, attempts, dueAt, createdAt } = delivery;
  const tries = `${attempts} failed ${attempts === 1 ? "attempt" : "attempts"}`;
  return (
    <Item icon={<Send aria-hidden="true" className="text-danger" />}>
      <p>
        {toolName} did not take <code className="font-mono text-[0.8125rem]">{type}</code>:{" "}
        {status === "dead" ? `given up on. ${reason ?? ""}` : `${tries}, the next `}
        {status === "dead" ? null : dueAt > now ? <TimeAgo value={dueAt} now={now} /> : "is due"}
        {status === "dead" ? null : "."}
      </p>
      <p className="text-muted">
        From <TimeAgo value={createdAt} now={now} />.{" "}
        <TextLink href={managed ? `${base}/developers/webhooks/${id}` : `${base}/developers/webhooks`}>
          {managed ? "See the delivery" : "See the deliveries"}
        </TextLink>
      </p>
    </Item>
  );
}

type AttentionCardProps = Pick<Overview, "contrast" | "failing"> & { base: string; managed: boolean; now: Date };

/** What somebody should look at: deliveries that fail, colours that cannot be read. */
export function AttentionCard({ base, managed, contrast, failing, now }: AttentionCardProps) {
  const rest = Math.max(0, failing.length - SHOWN) + Math.max(0, contrast.length - SHOWN);
  if (failing.length + contrast.length === 0) {
    return (
      <Card as="section" title="Needs attention">
        <p className="flex items-center gap-2.5 text-muted [&_svg]:size-4 [&_svg]:shrink-0">
          <CircleCheck aria-hidden="true" className="text-success" />
          Nothing. No delivery fails, and every text can be read on its background.
        </p>
      </Card>
    );
  }
  return (
    <Card as="section" title="Needs attention" flush footer={rest > 0 ? <p>And {rest} more.</p> : undefined}>
      <ul className="divide-y divide-line border-line border-t">
        {failing.slice(0, SHOWN).map((delivery) => (
          <DeliveryItem key={delivery.id} base={base} managed={managed} delivery={delivery} now={now} />
        ))}
        {contrast.slice(0, SHOWN).map((problem) => (
          <ContrastItem key={`${problem.foreground.id} ${problem.background.id}`} base={base} problem={problem} />
        ))}
      </ul>
    </Card>
  );
}
