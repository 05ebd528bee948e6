import { ListLoading } from "@/components/ui/list-loading";

/** While the entitlements are read. */
export default function EntitlementsLoading() {
  return <ListLoading label="Loading the entitlements" />;
}
