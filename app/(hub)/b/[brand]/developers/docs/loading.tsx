import { ListLoading } from "@/components/ui/loading";

export default function Loading() {
  return <ListLoading label="Loading page" />;
}
