import { Lock } from "lucide-react";
import type { ComponentProps } from "react";
import { ROLE_LABEL } from "@/components/members/roles";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import type { Role } from "@/lib/contract";

type ManagersOnlyProps = ComponentProps<typeof PageHeader> & { what: string; role: Role };

/** Replaces a page for owners and admins when another member opens it. */
export function ManagersOnly({ what, role, ...header }: ManagersOnlyProps) {
  return (
    <>
      <PageHeader {...header} />
      <EmptyState framed icon={<Lock />} title={`Only owners and admins can see ${what}`}>
        Your role: {ROLE_LABEL[role]}.
      </EmptyState>
    </>
  );
}
