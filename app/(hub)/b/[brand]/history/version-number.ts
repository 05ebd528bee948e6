const MAX_VERSION = 2_147_483_646;

/** A version in an address; undefined for anything that cannot be one. */
export function versionNumber(text: string | string[] | undefined): number | undefined {
  if (typeof text !== "string" || !/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const version = Number(text);
  return version <= MAX_VERSION ? version : undefined;
}
