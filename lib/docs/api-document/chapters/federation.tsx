import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";
import { EXAMPLE_BASE_URL } from "../examples";
import type { Chapter } from "../parts/chapter-page";
import { CodeBlock } from "../parts/code-block";
import { List, Paragraph } from "../parts/prose";
import { Table } from "../parts/table";

const CLAIMS = [
  ["iss", "Address of the hub"],
  ["aud", "`hub-federation`"],
  ["sub", "The user's id"],
  ["brand_id", "The one brand that the token stands for"],
  ["role", "The user's role there when it was minted"],
  ["sid", "The session behind it; revoking the session ends the token"],
  ["auth_time", "When the user signed in"],
  ["iat, exp, jti", "When it was minted, when it ends (300 seconds later), its own id"],
];

export const federation: Chapter = {
  id: "federation",
  title: "Users and the active brand",
  sections: [
    {
      id: "active-brand",
      title: "The active brand",
      body: (
        <>
          <Paragraph>
            A user may belong to several brands, with a role in each: `owner`, `admin`, `editor` or `viewer`. One of
            them is active at a time. The hub mirrors its slug to the cookie `hub_active_brand` on the parent domain, so
            that child tools on sibling subdomains know it when they start.
          </Paragraph>
          <List
            items={[
              "The cookie is a hint, never a permission: what counts is the token that you exchange.",
              "When it changes, mint again and read again. Key every cache and every query by the brand's id.",
              "Before you serve data, compare the `brand_id` of the exchange with your own cache key.",
            ]}
          />
        </>
      ),
    },
    {
      id: "federation-token",
      title: "The federation token",
      body: (
        <>
          <Paragraph>
            An HS256 JWT with the header `typ` = `hub-federation+jwt` and a `kid`, alive for 300 seconds. Only the hub
            verifies it: a child sends it to the [exchange](#operation-exchangeFederationToken) and gets the user's
            context, read afresh. It is not single-use, so that a retry is safe.
          </Paragraph>
          <Table
            columns={[
              { title: "Claim", width: 22, mono: true },
              { title: "Meaning", width: 78 },
            ]}
            rows={CLAIMS}
          />
        </>
      ),
    },
    {
      id: "hand-off",
      title: "Getting a token for the person in front of you",
      body: (
        <>
          <Paragraph>
            A child never holds a hub session. It sends the browser to the hub's page for the tool, with a `state` that
            it made at random and keeps in the browser's session:
          </Paragraph>
          <CodeBlock>{`${EXAMPLE_BASE_URL}/connect/brand-studio?brand_id=${EXAMPLE_BRAND_ID}&state=Zk3v`}</CodeBlock>
          <List
            numbered
            items={[
              "The hub signs the person in if need be, and checks membership and entitlement.",
              "It mints a token and answers with a form that posts itself to the tool's registered `connect_url`, with the fields `token`, `expires_at` and `state` (the way of OpenID Connect's `form_post`). It never uses an address, and never an unregistered URL.",
              "The child compares `state` with its own and refuses anything else.",
              "Its back end exchanges the token at once, compares the brand, and opens its own session for the user. The token is a credential: it stays out of addresses, logs and scripts.",
            ]}
          />
        </>
      ),
    },
  ],
};
