import { ListLoading } from "@/components/ui/list-loading";

/** While the tools are read. */
export default function ToolsLoading() {
  return <ListLoading label="Loading the tools" />;
}
