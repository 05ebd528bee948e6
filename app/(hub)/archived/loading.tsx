import { ListLoading } from "@/components/ui/list-loading";

/** While the archived brands are read. */
export default function ArchivedLoading() {
  return <ListLoading label="Loading your archived brands" />;
}
