import { refusal } from "@/lib/api/envelope";
import { forMethod, writeAnswer } from "@/lib/api/hot-path/answer";
import { requestOfNode } from "@/lib/api/hot-path/request";
import { answerMetrics, METRICS_PATH } from "@/lib/api/metrics";
import { createHttpServer, type HttpServer } from "./http-server";
import { pathOf } from "./request-path";

const NOT_HERE = refusal("not_found", "This port serves GET /metrics only.", 404);

export function createMetricsServer(): HttpServer {
  return createHttpServer((request, response) => {
    const asked = pathOf(request.url ?? "") === METRICS_PATH ? requestOfNode(request) : null;
    if (!asked) writeAnswer(response, forMethod(request.method ?? "", NOT_HERE));
    // A reset connection has no address; the client's own headers must not supply one.
    else
      void answerMetrics(asked, { open: true, peer: request.socket.remoteAddress ?? "unknown" }).then((answered) =>
        writeAnswer(response, answered),
      );
  });
}
