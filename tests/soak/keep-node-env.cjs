// Loaded before a built hub, which would otherwise set `production` and then refuse receivers on this machine.
process.env = new Proxy(process.env, {
  set: (env, name, value) => name === "NODE_ENV" || Reflect.set(env, name, value),
});
