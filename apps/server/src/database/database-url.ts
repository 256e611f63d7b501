const form = 'postgres://user:password@host:5432/name';
const acceptedTargets = ['read-write', 'primary'];

/** Returns the problem with a database URL, or null. It may list several servers: `…@one:5432,two:5432/name`. */
export function findUrlProblem(text: string): string | null {
  const urls = listServerUrls(text);
  if (!urls.every((url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)))
    return `must look like ${form}; several servers are host1:5432,host2:5432`;
  const { searchParams } = new URL(urls[0] ?? '');
  const target = searchParams.get('target_session_attrs');
  if (target !== null && !acceptedTargets.includes(target))
    return 'needs target_session_attrs=read-write: Tidemark writes, which a standby rejects';
  if (urls.length === 1 && !searchParams.get('host')?.includes(',')) return null;
  if (searchParams.has('host') || searchParams.has('port'))
    return 'lists several servers: name them before the path, as in postgres://user@host1:5432,host2:5432/name';
  if (urls.some((url) => new URL(url).hostname === '')) return 'contains an empty name in its list of servers';
  return null;
}

/** Returns one URL for each server. */
export function listServerUrls(text: string): string[] {
  const [, start = '', servers = text, rest = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
  return servers.split(',').map((server) => `${start}${server}${rest}`);
}
