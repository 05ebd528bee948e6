import { everyMethod } from "@/lib/api/html-page";
import { handleMetrics } from "@/lib/api/probes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((request) =>
  handleMetrics(request, { open: false }),
);
