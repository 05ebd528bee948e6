import { Search, X } from "lucide-react";
import type { ComponentProps } from "react";
import { EmptyState, type EmptyStateProps } from "./empty-state";
import { Input } from "./field";
import { Link } from "./link";
import { FIRST_SHOWN } from "./list-sizes";
import { QueryForm } from "./query-form";
import { buttonClass } from "./styles";
import { LinkButton } from "./text";

export const FirstShown = ({ of: count, noun }: { of: number; noun: string }) =>
  count > FIRST_SHOWN ? (
    <p className="text-muted">
      Showing {FIRST_SHOWN} of {count.toLocaleString("en")} {noun}. Search to find the others.
    </p>
  ) : null;

/** Shown when no entry matches the filters. `href` leads to the list without filters. */
export function NoMatches({ href, ...rest }: Omit<EmptyStateProps, "action"> & { href: string }) {
  const all = (
    <LinkButton href={href} scroll={false}>
      Show all
    </LinkButton>
  );
  return <EmptyState icon={<Search />} {...rest} action={all} />;
}

export const SearchInput = (props: Omit<ComponentProps<typeof Input>, "type" | "maxLength">) => (
  <Input type="search" maxLength={200} {...props} />
);

type SearchFormProps = {
  action: string;
  label: string;
  value?: string;
  name?: string;
  placeholder?: string;
  keep?: Record<string, string | null | undefined>;
  clearHref?: string;
  className?: string;
};

/** Searches by URL, so results can be linked. `keep` keeps other parameters, `clearHref` clears the search. */
export function SearchForm(props: SearchFormProps) {
  const { action, label, value = "", name = "q", placeholder = label, keep, clearHref, className } = props;
  return (
    <QueryForm action={action} keep={keep} className={className}>
      <SearchInput
        enterKeyHint="search"
        name={name}
        defaultValue={value}
        aria-label={label}
        placeholder={placeholder}
        leading={<Search aria-hidden="true" />}
        trailing={
          value && clearHref ? (
            <Link
              href={clearHref}
              scroll={false}
              aria-label="Clear search"
              className={buttonClass({ variant: "ghost", size: "sm", square: true })}
            >
              <X aria-hidden="true" />
            </Link>
          ) : null
        }
      />
    </QueryForm>
  );
}

export const SearchField = ({ className = "w-full sm:w-72", ...form }: SearchFormProps) => (
  <search className={className}>
    <SearchForm {...form} />
  </search>
);
