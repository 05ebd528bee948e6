import { ListLoading } from "@/components/ui/list-loading";

export default function ToolsLoading() {
  return <ListLoading label="Loading the tools" />;
}
