import { ListLoading } from "@/components/ui/loading";

export default function ArchivedLoading() {
  return <ListLoading label="Loading your archived brands" />;
}
