import { CREDENTIALS, type Credential, type Operation, operations } from "@/lib/contract";
import type { Chapter } from "../parts/chapter-page";
import { CodeBlock } from "../parts/code-block";
import { List, Note, Paragraph } from "../parts/prose";
import { Table } from "../parts/table";
import { operationAnchor } from "./operation-section";

function usedFor(credential: Credential): string {
  const users = Object.values<Operation>(operations).filter(({ credentials }) => credentials.includes(credential));
  return users.map((operation) => `[${operation.summary}](#${operationAnchor(operation)})`).join(", ");
}

export const authentication: Chapter = {
  id: "authentication",
  title: "Authentication",
  sections: [
    {
      id: "sending-a-credential",
      title: "Sending a credential",
      body: (
        <>
          <Paragraph>
            Every credential travels in the `Authorization` header as a Bearer token. The scheme's name may be written
            in any case. Cookies are never read on `/api/public`.
          </Paragraph>
          <CodeBlock>Authorization: Bearer &lt;token&gt;</CodeBlock>
          <Note>
            Never put a credential in a query string, and never ship a child app token or an API key to a browser. A
            token in an address ends up in logs, histories and referrers.
          </Note>
        </>
      ),
    },
    {
      id: "credentials",
      title: "Credentials",
      body: (
        <Table
          columns={[
            { title: "Credential", width: 16 },
            { title: "Form", width: 50 },
            { title: "Accepted by", width: 34 },
          ]}
          rows={[
            ...Object.entries(CREDENTIALS).map(([name, { title, description }]) => [
              `**${title}**`,
              description,
              usedFor(name as Credential),
            ]),
            [
              "**Webhook secret**",
              "`CHILD_WEBHOOK_SECRET__<TOOL>`, one for each tool. Never sent: it verifies the signatures of the hub's webhooks.",
              "Your webhook receiver; see [Webhooks](#webhooks)",
            ],
          ]}
        />
      ),
    },
    {
      id: "credential-rules",
      title: "Rules",
      body: (
        <List
          items={[
            "A missing, malformed, expired or revoked credential is answered 401 `unauthorized`; so is a valid one of a kind that the endpoint does not take.",
            "A valid credential that may not touch the brand or the tool is answered 403 `forbidden`.",
            "The exchange endpoint and the two documentation endpoints need no `Authorization`; at the exchange the token in the body is the credential.",
            "An API key resolves exactly one brand, that of its issue. For a second brand, issue a second key. `X-Brand-Id` selects a brand for a user session token only.",
            "A key is shown once, at its issue. The hub stores its hash, shows when it was last used, and revokes it at once.",
            "20 failed credentials a minute from one address are answered 401, further ones 429. A valid credential is never refused for that reason.",
          ]}
        />
      ),
    },
    {
      id: "secrets-of-a-child",
      title: "The secrets of a child tool",
      body: (
        <>
          <Paragraph>
            A child gets its app token and its webhook secret from the hub's owner. Their names carry the tool's slug in
            the form of environment variables, upper-case with `_` for `-`. For the tool `brand-studio`:
          </Paragraph>
          <CodeBlock>
            {
              "CORE_CHILD_APP_TOKEN__BRAND_STUDIO=…   # sent as the Bearer token, with X-Tool-Slug: brand-studio\nCHILD_WEBHOOK_SECRET__BRAND_STUDIO=…   # verifies X-Hub-Signature"
            }
          </CodeBlock>
          <Paragraph>
            Either may hold a new and an old value, separated by a comma, while it is being changed: the hub accepts
            both tokens, signs `X-Hub-Signature` with the first secret, and puts one `webhook-signature` for each.
            Accept both in your receiver as well, and drop the old one when the change is done.
          </Paragraph>
        </>
      ),
    },
  ],
};
