import { postMetricRows } from '../../../metrics/post-columns.ts';
import { GraphError } from './graph-error.ts';
import type { GraphCaller, GraphHost, GraphHttp } from './graph-http.ts';

/** Sends each call to the host that accepts the caller's token. Calls as the app itself go to graph.facebook.com. */
export function routeByHost(facebook: GraphHttp, instagram: GraphHttp | null): GraphHttp {
  const pick = ({ host }: Pick<GraphCaller, 'host'>): GraphHttp => {
    if (host !== 'instagram') return facebook;
    if (!instagram) throw new GraphError('permission', 'Logins at Instagram are not configured');
    return instagram;
  };
  return {
    ...facebook,
    get: (caller, ...call) => pick(caller).get(caller, ...call),
    post: (caller, ...call) => pick(caller).post(caller, ...call),
    delete: (caller, ...call) => pick(caller).delete(caller, ...call),
    batch: (caller, reads) => pick(caller).batch(caller, reads),
  };
}

// Instagram Platform, IG Media and its insights, 2026: "Facebook Login only".
const facebookOnly = new Set([
  'collaborators',
  'collaborative_media',
  ...postMetricRows.flatMap(([, { instagram }]) => (instagram?.isFacebookOnly ? [instagram.name] : [])),
]);

/** Returns true for fields, edges and metrics of posts that exist on the host; others are never requested there. */
export function existsOn(host: GraphHost | undefined, name: string): boolean {
  return host !== 'instagram' || !facebookOnly.has(name);
}
