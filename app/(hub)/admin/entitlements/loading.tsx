import { ListLoading } from "@/components/ui/loading";

export default function EntitlementsLoading() {
  return <ListLoading label="Loading entitlements" />;
}
