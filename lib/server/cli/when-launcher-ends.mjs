// Plain JavaScript: part of `npm start`.
const CHECK_EVERY_MS = 500;

/**
 * Calls `stop` once npm, which started this process, has ended without a signal (kill -9). Does nothing if npm
 * didn't start it.
 * @param {() => void} stop
 */
export function whenLauncherEnds(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const launcher = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(timer);
    stop();
  }, CHECK_EVERY_MS).unref();
}
