import { ListLoading } from "@/components/ui/loading";

export default function AdminLoading() {
  return <ListLoading label="Loading administration" />;
}
