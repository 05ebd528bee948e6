import { createServer } from "node:http";

let taken = 0;
/**
 * A webhook receiver in its own process, which responds at once. It prints its port, and answers GET with its count.
 */
const server = createServer((request, response) => {
  if (request.method === "GET") return response.end(String(taken));
  taken += 1;
  request.resume().on("end", () => response.end("ok"));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
