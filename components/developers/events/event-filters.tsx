import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

export type EventFilter = { version: string; type: string; tool: string; trace: string; q: string };

const VERSIONS = [
  { value: "", label: "Both" },
  { value: "1", label: "Version 1" },
  { value: "0", label: "Version 0" },
];

type EventFiltersProps = {
  action: string;
  filter: EventFilter;
  tools: readonly { slug: string; name: string }[];
};

export function EventFilters({ action, filter, tools }: EventFiltersProps) {
  const toolOptions = [
    { value: "", label: "Any sender" },
    ...tools.map(({ slug, name }) => ({ value: slug, label: name })),
  ];
  return (
    <FilterBar action={action} label="Filter events" filtered={Object.values(filter).some(Boolean)}>
      <Field label="Version">
        <Select name="version" options={VERSIONS} defaultValue={filter.version} />
      </Field>
      <Field label="Tool">
        <Select name="tool" options={toolOptions} defaultValue={filter.tool} />
      </Field>
      <Field label="Type">
        <Input name="type" defaultValue={filter.type} placeholder="asset.approved" autoComplete="off" />
      </Field>
      <Field label="Trace id">
        <Input name="trace" defaultValue={filter.trace} autoComplete="off" />
      </Field>
      <Field label="Search" className="max-sm:col-span-2">
        <Input name="q" type="search" defaultValue={filter.q} placeholder="Id, key or type" />
      </Field>
    </FilterBar>
  );
}
