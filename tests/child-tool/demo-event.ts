import { Event, sameSecret } from "@/lib/contract";
import { readForm } from "./read-body";
import type { Session } from "./sessions";
import { reasonOf, type Studio } from "./studio";

/** `POST /events/demo`: sends an event. The form has its key and time, so posting it twice sends one event. */
export async function sendDemoEvent(
  request: Request,
  session: Session,
  { client, activity }: Studio,
): Promise<Response> {
  const form = await readForm(request);
  if (!(await sameSecret(form.get("form_key") ?? "", session.formKey)))
    return new Response("This form is not ours.", { status: 403 });
  const { brandId } = session;
  const event = Event.safeParse({
    brand_id: brandId,
    type: "asset.published",
    occurred_at: form.get("occurred_at") ?? "",
    idempotency_key: form.get("idempotency_key") ?? "",
    payload: { title: "Three drafts", by: session.userId },
  });
  if (!event.success) return new Response("This form is not complete.", { status: 400 });
  try {
    const { deduped } = await client.sendEvent(event.data);
    const text = deduped ? "asset.published: the hub had it already" : "asset.published: the hub took it in";
    activity.add({ kind: "event", ok: true, text, brandId });
  } catch (error) {
    activity.add({ kind: "event", ok: false, text: `asset.published: ${reasonOf(error)}`, brandId });
  }
  return new Response(null, { status: 303, headers: { location: "/#activity" } });
}
