import { keyFormat } from "@/lib/platform/key-format";

/** `bih_` and 36 characters. */
export const { make: makeApiKey, isForm: isApiKeyForm, visibleParts } = keyFormat("bih_");
