import { ListLoading } from "@/components/ui/list-loading";

/** While the overview is read. */
export default function AdminLoading() {
  return <ListLoading label="Loading the administration" />;
}
