/** Nothing is watched. It stands here because Next would otherwise take the hub's, in a folder above. */
export function register(): void {}
