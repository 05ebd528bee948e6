import { ListLoading } from "@/components/ui/list-loading";

/** While the requests are read. */
export default function RequestsLoading() {
  return <ListLoading label="Loading the requests" />;
}
