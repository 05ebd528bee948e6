import { Field } from "@/components/ui/field";
import { DayRange, FilterBar } from "@/components/ui/filter-bar";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

export type DeliveryFilter = { status: string; tool: string; from: string; until: string; q: string; trace: string };

const STATUSES = [
  { value: "", label: "All statuses" },
  { value: "pending", label: "Pending" },
  { value: "retrying", label: "Retrying" },
  { value: "delivered", label: "Delivered" },
  { value: "dead", label: "Dead" },
  { value: "cancelled", label: "Cancelled" },
];

type DeliveryFiltersProps = {
  action: string;
  filter: DeliveryFilter;
  tools: readonly { slug: string; name: string }[];
  /** Other URL parameters to keep. */
  keep: Record<string, string>;
};

export function DeliveryFilters({ action, filter, tools, keep }: DeliveryFiltersProps) {
  const toolOptions = [
    { value: "", label: "All tools" },
    ...tools.map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <FilterBar action={action} label="Filter deliveries" keep={keep} filtered={Object.values(filter).some(Boolean)}>
      <Field label="Status">
        <Select name="status" options={STATUSES} defaultValue={filter.status} />
      </Field>
      <Field label="Tool">
        <Select name="tool" options={toolOptions} defaultValue={filter.tool} />
      </Field>
      <DayRange from={filter.from} until={filter.until} />
      <Field label="ID or event type" className="max-sm:col-span-2">
        <Input name="q" type="search" defaultValue={filter.q} />
      </Field>
      <Field label="Trace ID" className="max-sm:col-span-2">
        <Input name="trace" defaultValue={filter.trace} autoComplete="off" />
      </Field>
    </FilterBar>
  );
}
