import { Lock } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";

type ManagersOnlyProps = {
  title: string;
  above: { label: string; href: string };
  what: string;
  reason: string;
};

export function ManagersOnly({ title, above, what, reason }: ManagersOnlyProps) {
  return (
    <>
      <PageHeader above={<Breadcrumbs items={[above]} />} title={title} />
      <EmptyState framed icon={<Lock />} title={`${what} are visible to owners and admins only`}>
        {reason}
      </EmptyState>
    </>
  );
}
