import { ListLoading } from "@/components/ui/list-loading";

export default function EventsLoading() {
  return <ListLoading label="Loading the events" />;
}
