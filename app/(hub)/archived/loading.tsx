import { ListLoading } from "@/components/ui/loading";

export default function ArchivedLoading() {
  return <ListLoading label="Loading archived brands" />;
}
