import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { Input } from "@/components/ui/input";
import { SearchInput } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";

type ActivityFilterProps = {
  path: string;
  kinds: readonly { prefix: string; label: string }[];
  values: Record<string, string>;
};

/** Narrows the log by words, kind, and the days from and until. */
export function ActivityFilter({ path, kinds, values }: ActivityFilterProps) {
  const options = [{ value: "", label: "Everything" }, ...kinds.map(({ prefix, label }) => ({ value: prefix, label }))];
  return (
    <FilterBar action={path} label="Filter the activity" filtered={Object.keys(values).length > 0}>
      <Field label="Search" className="grow max-sm:col-span-2">
        <SearchInput name="q" defaultValue={values.q} placeholder="Person, action or what it was done to" />
      </Field>
      <Field label="Kind" className="max-sm:col-span-2">
        <Select name="kind" defaultValue={values.kind ?? ""} options={options} />
      </Field>
      <Field label="From">
        <Input name="from" type="date" defaultValue={values.from} />
      </Field>
      <Field label="Until">
        <Input name="until" type="date" defaultValue={values.until} />
      </Field>
    </FilterBar>
  );
}
