import { ListLoading } from "@/components/ui/list-loading";

export default function BrandsLoading() {
  return <ListLoading label="Loading the brands" />;
}
