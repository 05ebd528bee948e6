import { ListLoading } from "@/components/developers/list-loading";

/** While the keys are read. */
export default function KeysLoading() {
  return <ListLoading label="Loading the keys" />;
}
