import { ListLoading } from "@/components/ui/list-loading";

/** While the people are read. */
export default function PeopleLoading() {
  return <ListLoading label="Loading the people of the hub" />;
}
