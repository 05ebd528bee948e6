// Loaded into a hub before it starts (`node --import`): at each of these signals the process makes a mistake that nothing of it catches.
process.on("SIGUSR2", () => {
  setImmediate(() => {
    throw new Error("a mistake that nothing catches");
  });
});
process.on("SIGPIPE", () => {
  Promise.reject(new Error("a promise that nobody looks at"));
});
