import { ListLoading } from "@/components/ui/loading";

export default function MembersLoading() {
  return <ListLoading label="Loading members" />;
}
