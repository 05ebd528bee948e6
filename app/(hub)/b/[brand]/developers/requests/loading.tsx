import { ListLoading } from "@/components/ui/loading";

export default function RequestsLoading() {
  return <ListLoading label="Loading requests" />;
}
