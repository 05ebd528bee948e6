import { ListLoading } from "@/components/ui/list-loading";

export default function RequestsLoading() {
  return <ListLoading label="Loading the requests" />;
}
