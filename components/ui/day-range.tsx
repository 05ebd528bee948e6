import { Field } from "./field";
import { Input } from "./input";

export function DayRange({ from, until }: { from: string; until: string }) {
  return (
    <>
      <Field label="From day">
        <Input name="from" type="date" defaultValue={from} />
      </Field>
      <Field label="To day">
        <Input name="until" type="date" defaultValue={until} />
      </Field>
    </>
  );
}
