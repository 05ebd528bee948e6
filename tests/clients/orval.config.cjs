/** The configuration that orval's users have: declared headers as arguments, and a custom fetch function. */
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
