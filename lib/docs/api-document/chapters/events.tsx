import { MAX_BATCH_EVENTS } from "@/lib/contract";
import type { Chapter } from "../parts/chapter-page";
import { List, Note, Paragraph } from "../parts/prose";

export const events: Chapter = {
  id: "events",
  title: "Sending events",
  sections: [
    {
      id: "version-1-events",
      title: "Version 1 events",
      body: (
        <>
          <Paragraph>
            A child tool tells the hub what happened in it with [Send an event](#operation-ingestEvent). The schema is
            locked: unknown fields are refused with 400. The vocabulary of types is open, dotted lower-case words such
            as `asset.approved`; `identity.*` and `hub.*` are the hub's own.
          </Paragraph>
          <List
            items={[
              "Send an `idempotency_key` with every event. Sending the same key again for the same tool and brand is a no-op, answered with `deduped: true`, also when the rest of the event differs.",
              `Send many events as batches of 200 to ${MAX_BATCH_EVENTS}, one batch after the other. A batch is one request of the budget, and all or nothing: if one event breaks the schema, none is stored.`,
              "Store your cursor, or the last version you saw, only after your own transaction has committed. A failed batch leaves the cursor where it was.",
              "A payload is free JSON, at most 32 levels deep, without NUL characters and lone surrogates.",
            ]}
          />
        </>
      ),
    },
    {
      id: "relay",
      title: "How other tools react",
      body: (
        <Paragraph>
          The hub passes an accepted version 1 event on to every other tool that is entitled for the brand and has an
          event pattern that matches the type (`asset.*` matches `asset.approved`). It arrives there as a signed
          webhook; see [Another tool's event](#webhook-relayed-event). Your own events never come back to you.
        </Paragraph>
      ),
    },
    {
      id: "version-0-events",
      title: "Version 0 events",
      body: (
        <Note>
          `POST /api/public/events` is kept for older services. Its events are stored but not passed on, and have no
          idempotency key. New integrations use version 1.
        </Note>
      ),
    },
  ],
};
