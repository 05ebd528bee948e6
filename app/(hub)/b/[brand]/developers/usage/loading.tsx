import { ListLoading } from "@/components/ui/list-loading";

/** While the page is read. */
export default function Loading() {
  return <ListLoading label="Loading the page" />;
}
