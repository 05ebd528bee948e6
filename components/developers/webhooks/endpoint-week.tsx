import { Details } from "@/components/ui/details";
import { Table } from "@/components/ui/table";
import { type DayOfDeliveries, type Endpoint, MOST_COUNTED } from "@/lib/deliveries";
import { Legend, type Series, StackedBars } from "../stacked-bars";

const SERIES: readonly Series[] = [
  { name: "delivered", tone: "success" },
  { name: "failed", tone: "danger", hatched: true },
];
const HEIGHT_PX = 56;

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const sum = (days: readonly DayOfDeliveries[], part: "delivered" | "failed") =>
  days.reduce((total, day) => total + day[part], 0);

/** Seven days of an endpoint as bars, with the same numbers as a table. */
export function EndpointWeek({ tool, days, isSampled }: Pick<Endpoint, "tool" | "days" | "isSampled">) {
  const toolName = tool.name;
  const [delivered, failed] = [sum(days, "delivered"), sum(days, "failed")];
  const summary = `${delivered.toLocaleString("en")} delivered and ${failed.toLocaleString("en")} failed in seven days`;
  const max = Math.max(1, ...days.map((day) => day.delivered + day.failed));
  return (
    <div className="flex flex-col gap-2">
      <StackedBars
        summary={`${toolName}: ${summary}`}
        series={SERIES}
        max={max}
        heightPx={HEIGHT_PX}
        bars={days.map((day) => ({
          key: day.day,
          name: `${weekday.format(new Date(day.day))} ${dayAndMonth.format(new Date(day.day))}`,
          values: [day.delivered, day.failed],
        }))}
      />
      <div aria-hidden="true" className="grid grid-cols-7 text-center text-muted text-xs">
        {days.map(({ day }) => (
          <span key={day}>{weekday.format(new Date(day))}</span>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-[0.8125rem] text-muted">
          {summary}
          {isSampled ? `, counting this brand’s newest ${MOST_COUNTED.toLocaleString("en")} of each day` : ""}
        </p>
        <Legend series={SERIES} />
      </div>
      <Details className="text-[0.8125rem]" summary={`Show ${toolName}’s week as a table`}>
        <Table
          compact
          caption={`Deliveries to ${toolName} by day`}
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { key: "day", header: "Day (UTC)", rowHeader: true, cell: ({ day }) => dayAndMonth.format(new Date(day)) },
            { key: "delivered", header: "Delivered", align: "end", cell: (day) => day.delivered },
            { key: "failed", header: "Failed", align: "end", cell: (day) => day.failed },
            { key: "waiting", header: "Waiting", align: "end", cell: (day) => day.waiting },
            { key: "cancelled", header: "Cancelled", align: "end", cell: (day) => day.cancelled },
          ]}
        />
      </Details>
    </div>
  );
}
