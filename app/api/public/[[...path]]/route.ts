import { otherRoute } from "@/lib/api/public-api";

/** Returns 404 in the envelope for paths that the contract doesn't declare. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = otherRoute();
