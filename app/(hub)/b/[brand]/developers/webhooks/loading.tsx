import { ListLoading } from "@/components/ui/list-loading";

/** While the deliveries are read. */
export default function WebhooksLoading() {
  return <ListLoading label="Loading the webhooks" />;
}
