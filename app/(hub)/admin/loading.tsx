import { ListLoading } from "@/components/ui/list-loading";

export default function AdminLoading() {
  return <ListLoading label="Loading the administration" />;
}
