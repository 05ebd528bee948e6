import { ListLoading } from "@/components/ui/list-loading";

export default function EntitlementsLoading() {
  return <ListLoading label="Loading the entitlements" />;
}
