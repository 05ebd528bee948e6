import { route } from "@/lib/api/public-api";

/** The tick stops claiming after 45 seconds and a request may take 10 more. */
export const maxDuration = 60;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route("dispatchTick", "dispatchTickByCron");
