type Values = Readonly<Record<string, string | number | boolean | undefined>>;

interface PathParts {
  params?: Values | undefined;
  query?: Values | undefined;
}

export interface RequestParts extends PathParts {
  body?: object | undefined;
}

/** Returns a request's parts; an endpoint without input needs none. Safe because `EndpointRequest` allows no others. */
export function toRequestParts(request: unknown): RequestParts {
  return (request ?? {}) as RequestParts;
}

/** Fills an endpoint's path with parameters, and appends the query without its undefined values. */
export function toEndpointPath(path: string, { params = {}, query = {} }: PathParts): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(given).toString();
  return filled + (search && `?${search}`);
}
