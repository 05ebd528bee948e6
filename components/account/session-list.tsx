import { Search } from "lucide-react";
import type { ComponentType } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { pathWith } from "@/components/ui/path-with";
import { holdsText, SEARCH_FROM, SearchField } from "@/components/ui/search-field";
import type { SessionTableProps } from "./session-tables";

const PATH = "/account";

export type SessionSearch = { browsers: string; tokens: string };

type SessionListProps = SessionTableProps & {
  list: keyof SessionSearch;
  search: SessionSearch;
  label: string;
  placeholder: string;
  Table: ComponentType<SessionTableProps>;
};

/** One of the lists of sessions, searched by name or client IP once it is long. */
export function SessionList({ list, search, label, placeholder, Table, sessions, now }: SessionListProps) {
  const sought = search[list];
  const found = sessions.filter((session) => holdsText(sought, [session.label, session.clientIp, session.place]));
  const others = { ...search, [list]: "" };
  const allHref = pathWith(PATH, others);
  return (
    <div className="flex flex-col gap-4">
      {sought || sessions.length >= SEARCH_FROM ? (
        <SearchField
          className="w-full sm:w-72"
          action={PATH}
          name={list}
          label={label}
          placeholder={placeholder}
          value={sought}
          keep={others}
          clearHref={allHref}
        />
      ) : null}
      <Card flush>
        {found.length > 0 ? (
          <Table sessions={found} now={now} />
        ) : (
          <EmptyState
            icon={<Search />}
            level={3}
            title={`Nothing matches “${sought}”`}
            action={
              <LinkButton href={allHref} scroll={false}>
                Show all
              </LinkButton>
            }
          />
        )}
      </Card>
    </div>
  );
}
