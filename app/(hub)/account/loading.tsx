import { ListLoading } from "@/components/ui/list-loading";

/** While the account is read. */
export default function AccountLoading() {
  return <ListLoading label="Loading your account" />;
}
