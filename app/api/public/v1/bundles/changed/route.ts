import { route } from "@/lib/http/public-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("/api/public/v1/bundles/changed");
