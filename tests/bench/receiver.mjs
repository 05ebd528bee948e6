import { createServer } from "node:http";

let taken = 0;
/** A receiver of webhooks in a process of its own: takes each whole, and answers at once. It says its port, and to GET how many it took. */
const server = createServer((request, response) => {
  if (request.method === "GET") return response.end(String(taken));
  taken += 1;
  request.resume().on("end", () => response.end("ok"));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
