import { ListLoading } from "@/components/ui/loading";

export default function OwnActivityLoading() {
  return <ListLoading label="Loading activity" />;
}
