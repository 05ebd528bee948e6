import { ListLoading } from "@/components/ui/list-loading";

export default function AccountLoading() {
  return <ListLoading label="Loading your account" />;
}
