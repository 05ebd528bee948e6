import { type Operation, operations } from "@/lib/contract";

/** One path of the API with its operations by method. */
export interface ApiPath {
  template: string;
  byMethod: ReadonlyMap<string, Operation>;
  /** Value of `Allow`: the declared methods, and HEAD where GET is. */
  allow: string;
}

export interface Match {
  path: ApiPath;
  params: Record<string, string>;
}

function buildPaths(): ApiPath[] {
  const grouped = new Map<string, Operation[]>();
  for (const operation of Object.values<Operation>(operations)) {
    grouped.set(operation.path, [...(grouped.get(operation.path) ?? []), operation]);
  }
  return [...grouped].map(([template, declared]) => {
    const methods = declared.flatMap(({ method, cors }) => [
      method,
      ...(method === "GET" ? ["HEAD"] : []),
      ...(cors ? ["OPTIONS"] : []),
    ]);
    return {
      template,
      byMethod: new Map(declared.map((operation) => [operation.method, operation])),
      allow: [...new Set(methods)].join(", "),
    };
  });
}

const paths = buildPaths();
const exact = new Map(paths.filter(({ template }) => !template.includes("{")).map((path) => [path.template, path]));
/** The others, each segment with the name that stands for it, if any. */
const templated = paths
  .filter(({ template }) => template.includes("{"))
  .map((path) => ({
    path,
    segments: path.template.split("/").map((text) => ({ text, name: text.startsWith("{") ? text.slice(1, -1) : null })),
  }));

function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

type Segments = (typeof templated)[number]["segments"];

/** What stands in a path for the names of a template; null where it does not fit. */
function paramsOf(segments: Segments, given: readonly string[]): Record<string, string> | null {
  if (segments.length !== given.length) return null;
  // The words first: nothing is made of a path that another template takes.
  for (let at = 0; at < given.length; at += 1) {
    const { text, name } = segments[at] as Segments[number];
    if (name === null ? given[at] !== text : given[at] === "") return null;
  }
  const params: Record<string, string> = {};
  for (let at = 0; at < given.length; at += 1) {
    const { name } = segments[at] as Segments[number];
    if (name !== null) params[name] = decoded(given[at] as string);
  }
  return params;
}

/** The declared path that a request's path means, taken to the letter; null when there is none. */
export function matchPath(pathname: string): Match | null {
  const path = exact.get(pathname);
  if (path) return { path, params: {} };
  const given = pathname.split("/");
  for (const { path, segments } of templated) {
    const params = paramsOf(segments, given);
    if (params) return { path, params };
  }
  return null;
}

/** True when the contract declares operations under this template. */
export const isDeclared = (template: string): boolean => paths.some((path) => path.template === template);
