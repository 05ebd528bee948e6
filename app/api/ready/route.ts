import { everyMethod } from "@/lib/api/html-page";
import { handleProbe } from "@/lib/api/probes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((request) =>
  handleProbe(request, "/api/ready"),
);
