import { handleMetrics } from "@/lib/http/metrics";

const handle = (request: Request): Promise<Response> => handleMetrics(request, { open: false });

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
