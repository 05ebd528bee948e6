import { route } from "@/lib/api/public-api";

/** Whatever the contract does not name: a 404 in its envelope. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(null);
