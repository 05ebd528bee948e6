import { ListLoading } from "@/components/ui/list-loading";

export default function PeopleLoading() {
  return <ListLoading label="Loading the people of the hub" />;
}
