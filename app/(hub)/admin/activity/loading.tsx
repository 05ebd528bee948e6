import { ListLoading } from "@/components/ui/loading";

export default function ActivityLoading() {
  return <ListLoading label="Loading activity" />;
}
