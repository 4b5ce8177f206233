const scheme = 'inkwatch://';
const serverName = /^[A-Za-z0-9_-]{1,64}$/;

/** A resource, or a template of some, by its server and the URI there. */
export interface UpstreamResource {
  readonly server: string;
  readonly uri: string;
}

/**
 * The URI of a resource among those of all servers: `inkwatch://<server>/<its own URI>`. Its own stands in
 * it as it is, so that a template stays a template, and two servers may both have `file:///notes`.
 */
export function exposedUri({ server, uri }: UpstreamResource): string {
  return `${scheme}${server}/${uri}`;
}

/** The resource that such a URI stands for; null: it is none of these. */
export function resourceOf(exposed: string): UpstreamResource | null {
  if (!exposed.startsWith(scheme)) return null;
  const end = exposed.indexOf('/', scheme.length);
  if (end === -1) return null;
  const server = exposed.slice(scheme.length, end);
  return serverName.test(server) ? { server, uri: exposed.slice(end + 1) } : null;
}
