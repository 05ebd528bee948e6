import { Lock } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";

type ManagersOnlyProps = {
  title: string;
  above: { label: string; href: string };
  /** What stands on the page, such as "Payloads". */
  what: string;
  reason: string;
};

export function ManagersOnly({ title, above, what, reason }: ManagersOnlyProps) {
  return (
    <>
      <PageHeader above={<Breadcrumbs items={[above]} />} title={title} />
      <EmptyState framed icon={<Lock />} title={`${what} are for owners and admins`}>
        {reason}
      </EmptyState>
    </>
  );
}
