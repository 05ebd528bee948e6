import { ListLoading } from "@/components/developers/list-loading";

/** While the deliveries are read. */
export default function WebhooksLoading() {
  return <ListLoading label="Loading the webhooks" />;
}
