import { ListLoading } from "@/components/developers/list-loading";

/** While the tools are read. */
export default function ToolsLoading() {
  return <ListLoading label="Loading the tools" />;
}
