import { ListLoading } from "@/components/ui/list-loading";

/** While the hub's activity is read. */
export default function ActivityLoading() {
  return <ListLoading label="Loading the activity" />;
}
