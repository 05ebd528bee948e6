import { ListLoading } from "@/components/ui/list-loading";

export default function MembersLoading() {
  return <ListLoading label="Loading the members" />;
}
