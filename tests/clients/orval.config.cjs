/** As orval's users have it: the declared headers as arguments, and one function of their own that sends. */
module.exports = {
  hub: {
    input: "openapi.json",
    output: {
      target: "orval/client.ts",
      client: "fetch",
      headers: true,
      override: { mutator: { path: "orval-fetch.ts", name: "hubFetch" } },
    },
  },
};
