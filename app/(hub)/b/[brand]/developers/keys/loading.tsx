import { ListLoading } from "@/components/ui/loading";

export default function KeysLoading() {
  return <ListLoading label="Loading keys" />;
}
