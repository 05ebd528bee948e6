import { ListLoading } from "@/components/ui/list-loading";

export default function Loading() {
  return <ListLoading label="Loading the page" />;
}
