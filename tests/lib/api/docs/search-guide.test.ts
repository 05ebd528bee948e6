import { expect, it } from "vitest";
import { makeGuide } from "@/lib/api/docs/guide/pages";
import { searchGuide } from "@/lib/api/docs/server";

const guide = makeGuide();
const placesOf = (query: string) =>
  searchGuide(guide, query).map(({ page, section }) => `${page}${section ? `#${section.id}` : ""}`);

it.each([
  ["SDK", ["kit", "python"]],
  ["client library", ["kit"]],
  ["pagination", ["conventions#pagination"]],
  ["cursor", ["conventions#pagination"]],
  ["sandbox", ["quickstart#a-sandbox"]],
  ["staging", ["quickstart#a-sandbox"]],
  ["read my brand's identity", ["operations-brands#read-my-brands-identity"]],
  ["HubClientOptions", ["kit-types#hubclientoptions"]],
  ["changing secret", ["webhooks#changing-the-secret"]],
])("finds %s among the first three results", (query, wanted) => {
  expect(placesOf(query).slice(0, 3)).toEqual(expect.arrayContaining(wanted));
});

it("lists no operation twice", () => {
  expect(placesOf("send an event").filter((place) => place.startsWith("operations#"))).toEqual([]);
  expect(placesOf("zzzz")).toEqual([]);
});
