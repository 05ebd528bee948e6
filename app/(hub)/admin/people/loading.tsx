import { ListLoading } from "@/components/ui/loading";

export default function PeopleLoading() {
  return <ListLoading label="Loading people" />;
}
