import { ListLoading } from "@/components/ui/list-loading";

export default function ActivityLoading() {
  return <ListLoading label="Loading the activity" />;
}
