/** Returns a function for this process's CPU seconds since the call. Other load on the machine doesn't count. */
export function startCpuClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000_000;
  };
}
