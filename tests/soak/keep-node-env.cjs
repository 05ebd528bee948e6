// Loaded before a built hub, which runs as `production` whatever it is told: as such it sends to no receiver on this machine.
process.env = new Proxy(process.env, {
  set: (env, name, value) => name === "NODE_ENV" || Reflect.set(env, name, value),
});
