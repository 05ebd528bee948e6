// Loaded into a hub with `node --import`. Each of these signals triggers an error that nothing catches.
process.on("SIGUSR2", () => {
  setImmediate(() => {
    throw new Error("a mistake that nothing catches");
  });
});
process.on("SIGPIPE", () => {
  Promise.reject(new Error("a promise that nobody looks at"));
});
