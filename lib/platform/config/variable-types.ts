import { z } from "zod";
import { isPrivateNetwork, PrivateNetworks } from "../private-networks";

// Each message says what a value must be; `readVariables` puts the name in front.

export const Whole = (min = 0, max?: number) => {
  const error =
    max === undefined ? `must be a whole number, ${min} or more` : `must be a whole number from ${min} to ${max}`;
  return z.coerce
    .number(error)
    .int(error)
    .min(min, error)
    .max(max ?? Number.MAX_SAFE_INTEGER, error);
};

export const OneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`);

export const Flag = OneOf("0", "1").transform((value) => value === "1");

export const HttpUrl = z.url({ protocol: /^https?$/, error: "must be a URL that begins with https:// or http://" });
export const HttpsUrl = z.url({ protocol: /^https$/, error: "must be a URL that begins with https://" });

/** Decoded. @throws URIError for an invalid percent escape */
export const passwordIn = (url: string): string => decodeURIComponent(new URL(url).password);

function hasReadablePassword(url: string): boolean {
  try {
    passwordIn(url);
    return true;
  } catch {
    return false;
  }
}

export const ServerUrl = (protocol: RegExp, example: string) => {
  const error = `must be a URL such as ${example}; percent-encode special characters in the password (% as %25)`;
  return z.url({ protocol, error }).refine(hasReadablePassword, error);
};

export const Secret = z.string().min(32, "must be at least 32 characters");
const List = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);
export const SecretList = List.pipe(z.array(Secret).min(1, "must be at least 32 characters")).describe(
  "comma-separated while rotating: new,old",
);

const NETWORKS =
  "must be private networks such as 10.0.0.0/8,fd12:3456::/32; public, link-local and metadata addresses can't be allowed";
export const PrivateNetworkList = List.pipe(
  z.array(z.string().refine(isPrivateNetwork, NETWORKS)).min(1, NETWORKS),
).transform((cidrs) => new PrivateNetworks(cidrs));

const PAIR = /^\s*(\w+)\s*=\s*(\d{1,9})\s*$/;

/** A list of `name=figure`; others keep their default. */
export const Figures = <Name extends string>(defaults: Readonly<Record<Name, number>>) =>
  z
    .string()
    .default("")
    .transform((text, { addIssue }): Readonly<Record<Name, number>> => {
      const figures: Record<Name, number> = { ...defaults };
      for (const part of text.split(",").filter((each) => each.trim() !== "")) {
        const [, name = "", figure] = PAIR.exec(part) ?? [];
        if (Object.hasOwn(defaults, name)) figures[name as Name] = Number(figure);
        else addIssue(`must be a list of name=whole number, with the names ${Object.keys(defaults).join(", ")}`);
      }
      return figures;
    });
