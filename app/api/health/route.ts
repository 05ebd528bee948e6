import { handleProbe } from "@/lib/http/probes";

const handle = (request: Request): Promise<Response> => handleProbe(request, "/api/health");

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
