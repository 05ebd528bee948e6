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
const templated = paths
  .filter(({ template }) => template.includes("{"))
  .map((path) => ({ path, segments: path.template.split("/") }));

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The declared path that a request's path means, taken to the letter; null when there is none. */
export function matchPath(pathname: string): Match | null {
  const path = exact.get(pathname);
  if (path) return { path, params: {} };
  const given = pathname.split("/");
  for (const { path, segments } of templated) {
    if (segments.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = segments.every((segment, index) => {
      const value = given[index] as string;
      if (!segment.startsWith("{")) return segment === value;
      params[segment.slice(1, -1)] = decoded(value);
      return value !== "";
    });
    if (fits) return { path, params };
  }
  return null;
}

/** True when the contract declares operations under this template. */
export const isDeclared = (template: string): boolean => paths.some((path) => path.template === template);
