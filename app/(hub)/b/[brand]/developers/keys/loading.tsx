import { ListLoading } from "@/components/ui/list-loading";

/** While the keys are read. */
export default function KeysLoading() {
  return <ListLoading label="Loading the keys" />;
}
