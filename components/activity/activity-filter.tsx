import Form from "next/form";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { TextLink } from "@/components/ui/text-link";

type ActivityFilterProps = {
  path: string;
  kinds: readonly { prefix: string; label: string }[];
  values: Record<string, string>;
};

/** Filters the log by address, so that what it shows can be linked: words, kind, and the days from and until. */
export function ActivityFilter({ path, kinds, values }: ActivityFilterProps) {
  const options = [{ value: "", label: "Everything" }, ...kinds.map(({ prefix, label }) => ({ value: prefix, label }))];
  return (
    <search>
      <Form action={path} key={JSON.stringify(values)} className="flex flex-wrap items-end gap-3" scroll={false}>
        <Field label="Search" className="min-w-52 grow">
          <Input name="q" type="search" defaultValue={values.q} placeholder="Person, action or what it was done to" />
        </Field>
        <Field label="Kind">
          <Select name="kind" defaultValue={values.kind ?? ""} options={options} />
        </Field>
        <Field label="From">
          <Input name="from" type="date" defaultValue={values.from} />
        </Field>
        <Field label="Until">
          <Input name="until" type="date" defaultValue={values.until} />
        </Field>
        <Button type="submit">Filter</Button>
        {Object.keys(values).length > 0 ? <TextLink href={path}>Clear</TextLink> : null}
      </Form>
    </search>
  );
}
