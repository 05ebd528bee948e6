import { notFoundRoute } from "@/lib/api/public-api";

/** Every path that the contract does not declare: 404 in its envelope. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = notFoundRoute();
