import { ListLoading } from "@/components/ui/list-loading";

/** While the events are read. */
export default function EventsLoading() {
  return <ListLoading label="Loading the events" />;
}
