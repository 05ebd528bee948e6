import { ListLoading } from "@/components/ui/list-loading";

export default function ArchivedLoading() {
  return <ListLoading label="Loading your archived brands" />;
}
