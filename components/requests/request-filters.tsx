import { DayRange } from "@/components/ui/day-range";
import { Field } from "@/components/ui/field";
import { FilterBar } from "@/components/ui/filter-bar";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { operations } from "@/lib/contract";
import { CREDENTIAL_KINDS, REQUEST_OUTCOMES } from "@/lib/integrations";
import { KIND_WORDS, OUTCOME_WORDS } from "./request-words";

export type RequestFilter = {
  id: string;
  outcome: string;
  operation: string;
  credential: string;
  from: string;
  until: string;
};

export type CredentialOption = { value: string; label: string };

type RequestFiltersProps = {
  action: string;
  filter: RequestFilter;
  /** Keys and tools that may be chosen, beside the kinds. */
  credentials: readonly CredentialOption[];
};

const OUTCOMES = [
  { value: "", label: "Any" },
  ...REQUEST_OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_WORDS[outcome] })),
];
const OPERATIONS = [{ value: "", label: "Any" }, ...Object.keys(operations).map((id) => ({ value: id, label: id }))];
const KINDS = CREDENTIAL_KINDS.map((kind) => ({ value: kind, label: `Any: ${KIND_WORDS[kind]}` }));

export function RequestFilters({ action, filter, credentials }: RequestFiltersProps) {
  const known = [{ value: "", label: "Any" }, ...KINDS, ...credentials];
  // Chosen in the list: a key that has ended, or a person.
  const isOther = !known.some(({ value }) => value === filter.credential);
  const options = isOther ? [...known, { value: filter.credential, label: "The one that was chosen" }] : known;
  return (
    <FilterBar action={action} label="Filter requests" filtered={Object.values(filter).some(Boolean)}>
      <Field label="X-Request-Id" className="max-sm:col-span-2 sm:w-72!">
        <Input name="id" type="search" defaultValue={filter.id} maxLength={128} autoComplete="off" />
      </Field>
      <Field label="Outcome">
        <Select name="outcome" options={OUTCOMES} defaultValue={filter.outcome} />
      </Field>
      <Field label="Operation">
        <Select name="operation" options={OPERATIONS} defaultValue={filter.operation} />
      </Field>
      <Field label="Credential" className="max-sm:col-span-2">
        <Select name="credential" options={options} defaultValue={filter.credential} />
      </Field>
      <DayRange from={filter.from} until={filter.until} />
    </FilterBar>
  );
}
