import { Compass } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";

export default function BrandPageNotFound() {
  return (
    <EmptyState level={1} title="There is no such page" icon={<Compass />}>
      It may have been removed, or the URL is mistyped. The pages of this brand stand in the menu.
    </EmptyState>
  );
}
