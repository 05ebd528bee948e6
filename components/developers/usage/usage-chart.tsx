import { type Column, Table } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text";
import type { CredentialUsage } from "@/lib/integrations";
import type { CredentialBudget } from "@/lib/platform/limits/credential-budget";
import { counted } from "@/lib/platform/text";
import { Legend, type Series, StackedBars } from "../stacked-bars";

export const SPANS = {
  "24h": { label: "24 hours", hours: 24, stepHours: 1, per: "hour" },
  "7d": { label: "7 days", hours: 7 * 24, stepHours: 6, per: "6 hours" },
  "30d": { label: "30 days", hours: 30 * 24, stepHours: 24, per: "day" },
} as const;

type SpanName = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as SpanName[];
export type Span = (typeof SPANS)[SpanName];

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const dayAndHour = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A bar's name in tables: its start, in UTC. */
const barName = (start: Date, { stepHours }: Span): string =>
  stepHours >= 24 ? day.format(start) : dayAndHour.format(start);

/** Short, because bars are narrow. */
const tickName = (start: Date, { hours }: Span): string => (hours <= 24 ? hour.format(start) : day.format(start));

interface Budget extends CredentialBudget {
  /** The limit per minute, times a bar's width in minutes. */
  perBar: number;
}

/** Returns the limits over `hours`, or null if requests are not limited. */
export const budgetOver = (budget: CredentialBudget, hours: number): Budget | null =>
  budget.perMinute === 0 ? null : { ...budget, perBar: budget.perMinute * 60 * hours };

/**
 * The chart's maximum. The limit is included only if bars still get a quarter of the height: a line far above would
 * flatten them.
 */
function topOf(highest: number, budget: Budget | null): number {
  const needed = Math.max(4, highest * 1.15);
  return budget && highest * 4 >= budget.perBar ? Math.max(needed, budget.perBar * 1.05) : needed;
}

const SERIES: readonly Series[] = [
  { name: "answered", tone: "success" },
  { name: "errors", tone: "danger", hatched: true },
  { name: "rejected with 429", tone: "warning" },
];
const HEIGHT_PX = 200;
const TICKS = 6;

const answered = ({ requests, errors, limited }: Counts) => requests - errors - limited;

function budgetWords(budget: Budget, highest: number, { per }: Span): string {
  const share = Math.round((highest / budget.perBar) * 100);
  const atATime = budget.concurrent === 0 ? "" : `, ${budget.concurrent} at once`;
  return `Limit: ${budget.perMinute.toLocaleString("en")} requests per rolling minute${atATime}, at most ${budget.perBar.toLocaleString("en")} per ${per}. Peak: ${share < 1 && highest > 0 ? "less than 1" : share} % of the limit.`;
}

const summaryOf = ({ name, requests, errors, limited }: CredentialUsage, { label, per }: Span): string =>
  `${name}: ${counted(requests, "request")}, ${counted(errors, "error")} and ${limited.toLocaleString("en")} rejected with 429 in ${label}. The table below lists each ${per}.`;

export function UsageChart({ usage, span, budget }: { usage: CredentialUsage; span: Span; budget: Budget | null }) {
  const { buckets } = usage;
  const highest = Math.max(0, ...buckets.map(({ requests }) => requests));
  const top = topOf(highest, budget);
  const fits = budget !== null && budget.perBar <= top;
  const budgetY = fits ? HEIGHT_PX - (budget.perBar / top) * HEIGHT_PX : 0;
  const ticks = buckets.filter((_, index) => index % Math.ceil(buckets.length / TICKS) === 0);
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <div className="flex justify-between text-muted text-xs tabular-nums">
        <span>{Math.round(top).toLocaleString("en")}</span>
        <span>requests per {span.per}</span>
      </div>
      <StackedBars
        summary={summaryOf(usage, span)}
        series={SERIES}
        max={top}
        heightPx={HEIGHT_PX}
        bars={buckets.map((bucket) => ({
          key: bucket.start.toISOString(),
          name: barName(bucket.start, span),
          values: [answered(bucket), bucket.errors, bucket.limited],
        }))}
      >
        <line x1="0" x2="100%" y1="0" y2="0" className="stroke-line" strokeDasharray="2 4" />
        {budget ? (
          <g>
            {fits ? (
              <line
                x1="0"
                x2="100%"
                y1={budgetY}
                y2={budgetY}
                className="stroke-ink"
                strokeWidth="1.5"
                strokeDasharray="6 4"
              />
            ) : null}
            <text x="4" y={fits ? budgetY - 5 : 16} className="fill-ink text-xs">
              {`${fits ? "" : "↑ "}limit: ${budget.perBar.toLocaleString("en")}`}
            </text>
          </g>
        ) : null}
      </StackedBars>
      <div aria-hidden="true" className="flex justify-between text-muted text-xs tabular-nums">
        {ticks.map(({ start }) => (
          <span key={start.toISOString()}>{tickName(start, span)}</span>
        ))}
        <span>now</span>
      </div>
      <figcaption className="flex flex-col gap-2">
        <Legend series={SERIES}>
          {fits ? (
            <li className="flex items-center gap-1.5">
              <span aria-hidden="true" className="w-4 border-ink border-t-2 border-dashed" />
              limit
            </li>
          ) : null}
        </Legend>
        <p className="text-[0.8125rem] text-muted">
          {budget ? budgetWords(budget, highest, span) : "This credential has no request limit."} Times are in UTC.
        </p>
      </figcaption>
    </figure>
  );
}

type Counts = Pick<CredentialUsage, "requests" | "errors" | "limited">;

const COUNTS: Column<Counts>[] = [
  { header: "Requests", align: "end", cell: ({ requests }) => requests.toLocaleString("en") },
  { header: "Errors", align: "end", cell: ({ errors }) => errors.toLocaleString("en") },
  { header: "429", align: "end", cell: ({ limited }) => limited.toLocaleString("en") },
];

/** The chart's numbers, newest first, without empty bars. */
export function BucketTable({ usage, span }: { usage: CredentialUsage; span: Span }) {
  const rows = usage.buckets.filter(({ requests }) => requests > 0).toReversed();
  return (
    <Table
      caption={`Requests of ${usage.name} per ${span.per}`}
      rows={rows}
      rowKey={({ start }) => start.toISOString()}
      columns={[{ header: "From (UTC)", rowHeader: true, cell: ({ start }) => barName(start, span) }, ...COUNTS]}
    />
  );
}

type CredentialTableProps = {
  usage: readonly CredentialUsage[];
  chosen: string;
  hrefOf: (credential: string) => string;
};

export function CredentialTable({ usage, chosen, hrefOf }: CredentialTableProps) {
  return (
    <Table
      caption="Usage by credential"
      rows={usage}
      rowKey={({ credential }) => credential}
      columns={[
        {
          header: "Credential",
          rowHeader: true,
          cell: ({ credential, name, kind, form }) => (
            <span className="flex min-w-0 flex-col">
              <TextLink
                quiet
                scroll={false}
                href={hrefOf(credential)}
                aria-current={credential === chosen ? "true" : undefined}
                className="w-fit wrap-anywhere aria-[current]:font-semibold"
              >
                {name}
              </TextLink>
              <span className="font-normal text-[0.8125rem] text-muted">
                {kind === "tool" ? "Child tool" : <code className="font-mono">{form ?? "API key"}</code>}
                {credential === chosen ? ", in the chart" : ""}
              </span>
            </span>
          ),
        },
        ...COUNTS,
      ]}
    />
  );
}
