import { expect, it } from "vitest";
import { describeHeaders, signDelivery } from "@/lib/deliveries/sign-delivery";
import { newId } from "@/lib/kernel/ids";

it("names exactly the headers that are sent, with their values, and leaves out what only the secret or the moment gives", () => {
  const id = newId();
  const described = describeHeaders({ id, type: "identity.updated", attempt: 3 });
  const sent = signDelivery({
    id,
    event: "identity.updated",
    attempt: 3,
    body: "{}",
    secrets: ["a-signing-secret-of-the-tests-0123456789"],
    timestampSeconds: 1_772_000_000,
  });
  expect(described.map(({ name }) => name)).toEqual(Object.keys(sent));
  const withheld = described.filter(({ value }) => value === null).map(({ name }) => name);
  expect(withheld).toEqual(["X-Hub-Signature", "webhook-timestamp", "webhook-signature"]);
  for (const { name, value } of described) if (value !== null) expect(value).toBe(sent[name]);
});
