export { foundOr404, oneOf, single } from "../b/[brand]/developers/page-input";

/** What a page above brands gets from Next. */
export interface SearchProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}
