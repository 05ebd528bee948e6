import { ListLoading } from "@/components/ui/loading";

export default function EventsLoading() {
  return <ListLoading label="Loading events" />;
}
