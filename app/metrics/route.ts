import { everyMethod } from "@/lib/http/every-method";
import { handleMetrics } from "@/lib/http/metrics";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((request) =>
  handleMetrics(request, { open: false }),
);
