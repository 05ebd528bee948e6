import { ListLoading } from "@/components/ui/list-loading";

export default function WebhooksLoading() {
  return <ListLoading label="Loading the webhooks" />;
}
