import type { Chapter } from "../parts/chapter-page";
import { List, Paragraph } from "../parts/prose";
import { Table } from "../parts/table";

export const bundleCache: Chapter = {
  id: "bundle-cache",
  title: "Keeping a brand's bundle",
  sections: [
    {
      id: "cache-row",
      title: "One row for each brand",
      body: (
        <>
          <Paragraph>
            A child tool keeps what it has read of a brand in its own store, in one row for each brand. One shared row
            for all brands is forbidden: it would show one brand's identity under another's name.
          </Paragraph>
          <Table
            columns={[
              { title: "Column", width: 22, mono: true },
              { title: "Meaning", width: 78 },
            ]}
            rows={[
              ["brand_id", "Primary key"],
              ["identity_version", "Version of the stored bundle; sent as `since`"],
              ["bundle", "The answer as it came"],
              ["stale", "A webhook has announced a change since the last complete read"],
              ["fetched_at", "When the bundle was read; null while a read is under way or broke off"],
            ]}
          />
        </>
      ),
    },
    {
      id: "reading-with-since",
      title: "Reading with since",
      body: (
        <>
          <List
            numbered
            items={[
              "Before the request, set `stale = false` and `fetched_at = null` in one update. A row without `fetched_at` counts as stale and is asked for without `since`, also after a crash.",
              "Ask with `since` = the stored `identity_version`, if the stored bundle is complete.",
              'On `{ "not_modified": true }`, put the former `fetched_at` back and serve what you have.',
              "On a bundle, store it with its version and `fetched_at`. Never replace a higher version by a lower one.",
              "On a failure, set `stale = true` and follow the [retry policy](#retry-policy). On success leave `stale` alone: a webhook may have set it meanwhile.",
            ]}
          />
          <Table
            columns={[
              { title: "The row", width: 26 },
              { title: "What happens", width: 40 },
              { title: "Then", width: 34 },
            ]}
            rows={[
              ["none", "A read is answered with a bundle", "a row, `stale = false`"],
              ["any", "A read with the current `since`", "`stale = false`; the stored bundle is served"],
              ["any", "A read with another `since`, or without", "`stale = false`; the new bundle is stored"],
              ["any", "`identity.updated` with a valid signature", "`stale = true`; answered 200 at once"],
            ]}
          />
          <Paragraph>
            Entitlement is checked before `since`: a brand that is no longer entitled to your tool answers 403, never
            `not_modified`. A `since` above the current version is answered with the whole bundle.
          </Paragraph>
        </>
      ),
    },
    {
      id: "signed-urls",
      title: "Signed URLs",
      body: (
        <>
          <Paragraph>
            The URLs of logos and assets in a bundle are signed and live for 30 to 31 minutes; `url_expires_at` beside
            each says until when, in Unix seconds. `since` may answer `not_modified` for days, and then brings no fresh
            URLs.
          </Paragraph>
          <List
            items={[
              "When the stored bundle is over 25 minutes old and you need a URL, ask without `since`.",
              "Or keep your own copy of the file: `asset_id` and `sha256` tell whether it is still the same.",
              "Never store, log or forward a signed URL. It is the one capability of this API that travels in an address.",
              "An expired or changed URL is answered 403.",
            ]}
          />
        </>
      ),
    },
  ],
};
