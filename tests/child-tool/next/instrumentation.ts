/** Empty. Without it, Next would use the hub's file in a parent folder. */
export function register(): void {}
