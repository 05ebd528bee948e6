import { everyMethod } from "@/lib/http/every-method";
import { handleProbe } from "@/lib/http/probes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((request) =>
  handleProbe(request, "/api/ready"),
);
