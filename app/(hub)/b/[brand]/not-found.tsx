import { Compass } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";

export default function BrandPageNotFound() {
  return (
    <EmptyState level={1} title="Page not found" icon={<Compass />}>
      Check the URL. The page may have been removed.
    </EmptyState>
  );
}
