import { sameSecret } from "@/lib/contract";
import { showBrand } from "./brand";
import { sendDemoEvent } from "./demo-event";
import { finishHandOff, startFromHub, startHandOff } from "./hand-off";
import { messagePage } from "./message-page";
import { readForm } from "./read-body";
import type { Session } from "./sessions";
import { TOOL_SLUG } from "./slug";
import type { Studio } from "./studio";
import { receiveWebhook } from "./webhook";

export type App = (request: Request) => Promise<Response>;
type Handler = (request: Request, studio: Studio) => Response | Promise<Response>;

/** A handler for signed-in people only. */
const signedIn =
  (handle: (request: Request, session: Session, studio: Studio) => Response | Promise<Response>): Handler =>
  (request, studio) => {
    const session = studio.sessions.find(request);
    return session ? handle(request, session, studio) : new Response("Connect through the hub first.", { status: 401 });
  };

async function listenForChanges(_: Request, { brandId }: Session, { store, changes }: Studio): Promise<Response> {
  return changes.stream(brandId, (await store.bundles.find(brandId))?.identity_version ?? 0);
}

async function leave(request: Request, { formKey }: Session, { sessions }: Studio): Promise<Response> {
  if (!(await sameSecret((await readForm(request)).get("form_key") ?? "", formKey)))
    return new Response("This form is not ours.", { status: 403 });
  return new Response(null, { status: 303, headers: { location: "/", "set-cookie": sessions.end(request) } });
}

const ROUTES: Record<string, Handler> = {
  "GET /": showBrand,
  "GET /connect": startHandOff,
  "GET /hub/login": startFromHub,
  "POST /hub/callback": finishHandOff,
  "POST /webhooks/hub": receiveWebhook,
  "GET /changes": signedIn(listenForChanges),
  "POST /events/demo": signedIn(sendDemoEvent),
  "POST /leave": signedIn(leave),
  "GET /health": () => Response.json({ tool: TOOL_SLUG }),
};

/** The tool as a function from request to response. */
export function createApp(studio: Studio): App {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const handler = ROUTES[`${request.method === "HEAD" ? "GET" : request.method} ${pathname}`];
    return handler
      ? handler(request, studio)
      : messagePage(404, "There is nothing here", "Brand Studio has one page only.");
  };
}
