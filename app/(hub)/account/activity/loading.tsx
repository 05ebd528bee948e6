import { ListLoading } from "@/components/ui/list-loading";

export default function OwnActivityLoading() {
  return <ListLoading label="Loading the activity" />;
}
