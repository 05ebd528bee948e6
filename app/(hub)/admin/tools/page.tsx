import { Blocks, Plus } from "lucide-react";
import type { Metadata } from "next";
import { HubList } from "@/components/admin/hub-list";
import { ToolTable } from "@/components/admin/tool-tables";
import { STATUS_LABEL } from "@/components/tools/tool-status";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/text";
import { TOOL_STATUSES } from "@/lib/contract";
import { listTools } from "@/lib/integrations/server";
import { toolSecrets } from "@/lib/platform/config/tool-secrets";
import { foundOr404, oneOf, type SearchProps, single } from "../../page-query";
import { adminPage } from "../admin-page";

export const metadata: Metadata = { title: "Tools" };

const PATH = "/admin/tools";
const STATUS_OPTIONS = [...TOOL_STATUSES.map((value) => ({ value, label: STATUS_LABEL[value] }))];

export default async function AdminToolsPage({ searchParams }: SearchProps) {
  const ctx = await adminPage();
  const query = await searchParams;
  const [search, status, after] = [single(query.q) ?? "", oneOf(query.status, TOOL_STATUSES), single(query.after)];
  const { entries, next } = await foundOr404(listTools(ctx, { search, status, after }));
  const filtered = Boolean(search || status);
  return (
    <HubList
      path={PATH}
      noun="tools"
      title="Tools"
      actions={
        <LinkButton href={`${PATH}/new`} variant="primary" icon={<Plus aria-hidden="true" />}>
          Register tool
        </LinkButton>
      }
      search={{ value: search, placeholder: "Name or slug" }}
      choice={{ name: "status", label: "Status", value: status, options: STATUS_OPTIONS }}
      after={after}
      next={next}
    >
      {entries.length > 0 ? (
        <ToolTable tools={entries.map((entry) => ({ ...entry, secrets: toolSecrets(entry.tool.slug) }))} />
      ) : (
        <EmptyState
          icon={<Blocks />}
          title={filtered ? "No matching tools" : "No tools yet"}
          action={filtered ? <LinkButton href={PATH}>Show all</LinkButton> : undefined}
        >
          {filtered ? null : "Register a tool to give brands access to it."}
        </EmptyState>
      )}
    </HubList>
  );
}
