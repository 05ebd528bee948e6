import { pathWith } from "./browser";
import { SubmitButton } from "./button";
import { momentText } from "./date-text";
import { Field, Input } from "./field";
import { FilterChip } from "./filter-chip";
import { QueryForm } from "./query-form";
import { SearchForm } from "./search-field";
import { LinkButton } from "./text";

type Option = { value: string; label: string };

export type FilterChoice = {
  name: string;
  label: string;
  /** An option without a value is the default. Without options, people type the value. */
  options?: readonly Option[];
};

type FilterBarProps = {
  path: string;
  label: string;
  /** All the list's URL parameters but the page's cursor. Links keep those that they don't change. */
  params: Record<string, string | null | undefined>;
  search?: { name?: string; placeholder: string };
  choices?: readonly FilterChoice[];
  /** Offers days, in UTC, up to this moment. */
  daysUntil?: Date;
};

/** Filters of a list as links, so that each applies at once and a filtered list has a URL. */
export function FilterBar({ path, label, params, search, choices = [], daysUntil }: FilterBarProps) {
  const searchName = search?.name ?? "q";
  const names = [...(search ? [searchName] : []), ...choices.map(({ name }) => name), "from", "until"];
  const without = (...left: string[]) =>
    Object.fromEntries(Object.entries(params).filter(([name]) => !left.includes(name)));
  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-2">
      {search ? (
        <SearchForm
          action={path}
          label="Search"
          name={searchName}
          value={params[searchName] ?? ""}
          placeholder={search.placeholder}
          keep={without(searchName)}
          clearHref={pathWith(path, without(searchName))}
          className="w-full sm:mr-1 sm:w-64"
        />
      ) : null}
      {choices.map(({ name, label, options }) => {
        const value = params[name] ?? "";
        return (
          <FilterChip
            key={name}
            label={label}
            value={options?.find((option) => option.value === value)?.label ?? value}
            removeHref={value && pathWith(path, without(name))}
            links={options?.map((option) => ({
              label: option.label,
              href: pathWith(path, { ...params, [name]: option.value }),
              current: option.value === value,
            }))}
          >
            {options ? null : (
              <QueryForm action={path} keep={without(name)} className="flex flex-col gap-3 p-2">
                <Field label={label}>
                  <Input name={name} defaultValue={value} autoComplete="off" />
                </Field>
                <SubmitButton size="sm">Apply</SubmitButton>
              </QueryForm>
            )}
          </FilterChip>
        );
      })}
      {daysUntil ? <DaysChip path={path} params={params} kept={without("from", "until")} now={daysUntil} /> : null}
      {names.some((name) => params[name]) ? (
        <LinkButton href={pathWith(path, without(...names))} variant="ghost" size="sm" scroll={false}>
          Clear
        </LinkButton>
      ) : null}
    </search>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SPANS = [
  ["Today", 1],
  ["Last 7 days", 7],
  ["Last 30 days", 30],
] as const;

function daysText(from: string, until: string): string {
  const [first, last] = [from, until].map((day) => day && momentText(new Date(day), "day"));
  if (first && last) return first === last ? first : `${first} – ${last}`;
  if (first) return `since ${first}`;
  return last ? `until ${last}` : "";
}

type DaysChipProps = Pick<FilterBarProps, "path" | "params"> & { kept: FilterBarProps["params"]; now: Date };

function DaysChip({ path, params, kept, now }: DaysChipProps) {
  const [from, until] = [params.from ?? "", params.until ?? ""];
  const value = daysText(from, until);
  const links = SPANS.map(([label, days]) => {
    const first = new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    return { label, href: pathWith(path, { ...kept, from: first }), current: from === first && !until };
  });
  return (
    <FilterChip label="Date" value={value} removeHref={value && pathWith(path, kept)} links={links}>
      <QueryForm action={path} keep={kept} className="mt-1 grid grid-cols-2 gap-3 border-line border-t p-2 pt-3">
        <Field label="From">
          <Input name="from" type="date" defaultValue={from} />
        </Field>
        <Field label="To">
          <Input name="until" type="date" defaultValue={until} />
        </Field>
        <p className="col-span-2 text-[0.8125rem] text-muted">Days are in UTC.</p>
        <SubmitButton size="sm" className="col-span-2">
          Apply
        </SubmitButton>
      </QueryForm>
    </FilterChip>
  );
}
