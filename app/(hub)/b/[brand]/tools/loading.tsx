import { ListLoading } from "@/components/ui/loading";

export default function ToolsLoading() {
  return <ListLoading label="Loading tools" />;
}
