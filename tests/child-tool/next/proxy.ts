/** Nothing passes through here. It stands here because Next would otherwise take the hub's, in a folder above. */
export const config = { matcher: [] };
export default function proxy(): void {}
