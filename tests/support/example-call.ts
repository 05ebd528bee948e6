import type { Example, Operation } from "@/lib/contract";
import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";
import type { World } from "./world";

interface ExampleCall extends Pick<NonNullable<Example["request"]>, "params" | "headers" | "body"> {
  token?: string;
  /** Starts with `?`, as in `call`. */
  query?: string;
}

/** An operation's first example for the world's own brand, with the operation's first credential kind or a tool's. */
export function exampleCall({ brands, tokens }: World, operation: Operation): ExampleCall {
  const [first] = operation.credentials;
  const credential = operation.credentials.includes("childApp") ? "childApp" : first;
  const [example] = operation.examples;
  const { query, ...request }: NonNullable<Example["request"]> = JSON.parse(
    JSON.stringify(example?.request ?? {}).replaceAll(EXAMPLE_BRAND_ID, brands.own.id),
  );
  return {
    ...request,
    // The world's brands have one version.
    ...(request.params?.version && { params: { ...request.params, version: "1" } }),
    ...(credential && { token: tokens[credential] }),
    ...(query && { query: `?${new URLSearchParams(query)}` }),
    ...(operation.credentialInBody && { body: { token: tokens.federation } }),
  };
}
