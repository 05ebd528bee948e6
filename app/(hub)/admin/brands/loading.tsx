import { ListLoading } from "@/components/ui/list-loading";

/** While the brands are read. */
export default function BrandsLoading() {
  return <ListLoading label="Loading the brands" />;
}
