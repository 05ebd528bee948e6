import { ListLoading } from "@/components/ui/loading";

export default function DevelopersLoading() {
  return <ListLoading label="Loading page" />;
}
