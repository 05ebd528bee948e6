import { ListLoading } from "@/components/ui/list-loading";

export default function KeysLoading() {
  return <ListLoading label="Loading the keys" />;
}
