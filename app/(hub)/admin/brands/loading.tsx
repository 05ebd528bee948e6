import { ListLoading } from "@/components/ui/loading";

export default function BrandsLoading() {
  return <ListLoading label="Loading brands" />;
}
