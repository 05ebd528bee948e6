import { ListLoading } from "@/components/ui/loading";

export default function AccountLoading() {
  return <ListLoading label="Loading account" />;
}
