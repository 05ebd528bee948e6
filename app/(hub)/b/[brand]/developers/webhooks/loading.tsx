import { ListLoading } from "@/components/ui/loading";

export default function WebhooksLoading() {
  return <ListLoading label="Loading webhooks" />;
}
