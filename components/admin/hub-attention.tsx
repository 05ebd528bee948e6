import { Mail, Send, ServerCrash, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { AttentionItem, AttentionList } from "@/components/overview/attention-card";
import { PAUSE_WORDS } from "@/components/tools/tool-status";
import { TimeAgo } from "@/components/ui/moment";
import { TextLink } from "@/components/ui/text";
import type { HubOverview } from "@/lib/brands";
import { LATE_MS, type ToolHealth } from "@/lib/integrations";
import { countedText } from "@/lib/platform/text";
import type { Unready } from "@/lib/runtime/readiness";
import { UNREADY_WORDS } from "./hub-list";

const MAX_TOOLS = 5;

type Matter = { key: string; icon: ReactNode; text: ReactNode; link?: { href: string; label: string } };

const counted = (count: number, one: string, many: string) => `${countedText(count)} ${count === 1 ? one : many}`;

function troubleOf({ pause, silent, off, failing, due, oldestDueAt }: ToolHealth, now: Date): ReactNode[] {
  const late = oldestDueAt !== null && now.getTime() - oldestDueAt.getTime() > LATE_MS;
  return [
    silent && pause ? PAUSE_WORDS[pause].long : null,
    off > 0 ? `${counted(off, "webhook is", "webhooks are")} off.` : null,
    failing > 0 ? `${counted(failing, "webhook is failing", "webhooks are failing")}.` : null,
    pause === null && late ? (
      <>
        {counted(due, "delivery is", "deliveries are")} due, the oldest since <TimeAgo value={oldestDueAt} now={now} />.
      </>
    ) : null,
  ].filter((sentence) => sentence !== null);
}

function toolMatters(deliveries: readonly ToolHealth[], now: Date): Matter[] {
  const matters = deliveries.flatMap((health): Matter[] => {
    const trouble = troubleOf(health, now);
    if (trouble.length === 0) return [];
    const { slug, name } = health.tool;
    const label = health.silent ? "Issue a secret" : health.off > 0 ? "Resume webhooks" : `Open ${name}`;
    const text = (
      <>
        {name}:{" "}
        {trouble.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one tool, in a fixed order.
          <span key={index}>{sentence} </span>
        ))}
      </>
    );
    const link = { href: `/admin/tools/${slug}`, label };
    return [{ key: slug, icon: <Send aria-hidden="true" className="text-danger" />, text, link }];
  });
  const rest = matters.length - MAX_TOOLS;
  if (rest <= 0) return matters;
  const more = {
    key: "more",
    icon: <Send aria-hidden="true" className="text-danger" />,
    text: `${counted(rest, "more tool needs", "more tools need")} attention.`,
  };
  return [...matters.slice(0, MAX_TOOLS), more];
}

function mattersOf(overview: HubOverview, unready: readonly Unready[], now: Date): Matter[] {
  const { people, sendsMail, deliveries } = overview;
  return [
    ...unready.map((name) => ({
      key: `unready ${name}`,
      icon: <ServerCrash aria-hidden="true" className="text-danger" />,
      text: UNREADY_WORDS[name],
    })),
    ...toolMatters(deliveries, now),
    ...(people.administrators === 1
      ? [
          {
            key: "administrators",
            icon: <ShieldAlert aria-hidden="true" className="text-warning" />,
            text: "You’re the only active administrator. Add a second one in case you can’t sign in.",
            link: { href: "/admin/people", label: "Open people" },
          },
        ]
      : []),
    ...(sendsMail
      ? []
      : [
          {
            key: "mail",
            icon: <Mail aria-hidden="true" className="text-warning" />,
            text: "This hub sends no mail. Invitations and password reset links must be passed on by hand.",
          },
        ]),
  ];
}

type HubAttentionProps = { overview: HubOverview; unready: readonly Unready[]; now: Date };

export function HubAttention({ overview, unready, now }: HubAttentionProps) {
  return (
    <AttentionList
      nothing="Nothing. The hub is ready and all webhooks are healthy."
      items={mattersOf(overview, unready, now).map(({ key, icon, text, link }) => (
        <AttentionItem key={key} icon={icon}>
          <p>{text}</p>
          {link ? <TextLink href={link.href}>{link.label}</TextLink> : null}
        </AttentionItem>
      ))}
    />
  );
}
