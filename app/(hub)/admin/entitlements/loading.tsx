import { ListLoading } from "@/components/developers/list-loading";

/** While the entitlements are read. */
export default function EntitlementsLoading() {
  return <ListLoading label="Loading the entitlements" />;
}
