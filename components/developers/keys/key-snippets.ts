/** A line for a POSIX shell that proves the key works: it lists the one brand the key stands for. */
export const curlLine = (baseUrl: string, key: string): string =>
  `curl -s -H 'Authorization: Bearer ${key}' ${baseUrl}/api/public/brands`;

/** The key for a service's environment file. */
export const envLines = (baseUrl: string, key: string): string => `BRAND_HUB_URL=${baseUrl}\nBRAND_HUB_API_KEY=${key}`;
