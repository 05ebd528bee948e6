import { ListLoading } from "@/components/ui/list-loading";

/** While the activity of the account is read. */
export default function OwnActivityLoading() {
  return <ListLoading label="Loading the activity" />;
}
