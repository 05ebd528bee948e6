import { ListLoading } from "@/components/ui/list-loading";

/** While the members are read. */
export default function MembersLoading() {
  return <ListLoading label="Loading the members" />;
}
