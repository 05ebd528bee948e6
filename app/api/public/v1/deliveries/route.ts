import { route } from "@/lib/api/public-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("listDeliveries");
