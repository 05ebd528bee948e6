const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

type RouteHandler = (request: Request) => Promise<Response>;

/** The exports of a Next route file whose requests are all answered in one place, which also refuses the methods that are not allowed. */
export const everyMethod = (handle: RouteHandler): Record<(typeof METHODS)[number], RouteHandler> =>
  Object.fromEntries(METHODS.map((method) => [method, handle])) as Record<(typeof METHODS)[number], RouteHandler>;
