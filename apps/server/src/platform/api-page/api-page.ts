import type { FastifyInstance } from 'fastify';
import { ApiDocument, type Operation, type Schema } from './document.ts';
import { describeRule, toSample, toText } from './schema-text.ts';
import { style } from './style.ts';
import { escapeHtml } from '../escape-html.ts';
import { sendUnlessKnown } from '../http/send-unless-known.ts';

interface Call {
  id: string;
  method: string;
  path: string;
  operation: Operation;
}

/** Serves the OpenAPI document, and an HTML version without scripts or third parties. */
export function addApiPage(
  server: FastifyInstance,
  { address, appUrl, prefix, describe }: { address: string; appUrl: string; prefix: string; describe: () => unknown },
): void {
  let page: string | null = null;
  let description: string | null = null;
  server.get(address, { schema: { hide: true } }, async (request, reply) => {
    page ??= toPage(ApiDocument.parse(describe()), { appUrl, prefix });
    return sendUnlessKnown(request, reply, { type: 'text/html; charset=utf-8', text: page });
  });
  server.get(`${prefix}/openapi.json`, { schema: { hide: true } }, async (request, reply) => {
    description ??= JSON.stringify(describe());
    return sendUnlessKnown(request, reply, { type: 'application/json; charset=utf-8', text: description });
  });
}

function toPage({ info, paths }: ApiDocument, { appUrl, prefix }: { appUrl: string; prefix: string }): string {
  const groups = Map.groupBy(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): Call => {
        const short = path.slice(prefix.length);
        return {
          id: `${method}-${short}`.replaceAll(/[^\w]+/g, '-').replace(/-$/, ''),
          method,
          path: short,
          operation,
        };
      }),
    ),
    ({ path }) => path.split('/')[1] ?? '',
  );
  const sorted = [...groups].toSorted(([one], [other]) => one.localeCompare(other));
  const title = `${info.title} API`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to endpoints</a>
<div class="page">
<nav aria-label="Endpoints"><strong>${escapeHtml(info.title)}</strong>${sorted.map(([name, calls]) => toMenu(name, calls)).join('')}</nav>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="lead">All endpoints with their parameters and responses. Also available as OpenAPI 3.1:
<a href="${prefix}/openapi.json">${prefix}/openapi.json</a>.</p>
<dl class="rules">
<div><dt>Base URL</dt><dd>All paths are relative to <code>${escapeHtml(appUrl + prefix)}</code>. Bodies are JSON.</dd></div>
<div><dt>Authentication</dt><dd>Send an API key, or an access token from the identity provider, as <code>Authorization: Bearer …</code>, except for public endpoints. A key opens only endpoints that name its scope.</dd></div>
<div><dt>Validation</dt><dd>Unknown fields, wrong types and values out of range return a 400 that names the field. Resources you may not see return a 404.</dd></div>
<div><dt>Rate limits</dt><dd>Endpoints that name the same limit share it. Above a limit the response is a 429 with <code>Retry-After</code> in seconds.</dd></div>
<div><dt>Errors</dt><dd><code>{ error: { code, message, details?, requestId } }</code>. Codes are stable, messages may change. In addition to those listed per endpoint: 400, 401, 403, 413, 415, 429, 500, 503.</dd></div>
</dl>
<div id="calls">${sorted.map(([name, calls]) => `<section aria-labelledby="of-${name}"><h2 id="of-${name}">/${escapeHtml(name)}</h2>${calls.map((call) => toArticle(call, appUrl + prefix)).join('')}</section>`).join('')}</div>
</main>
</div>
</body>
</html>`;
}

function toMenu(name: string, calls: Call[]): string {
  const items = calls.map(
    ({ id, method, path }) =>
      `<li><a href="#${id}"><span class="method ${method}">${method.toUpperCase()}</span>${toPath(path.slice(name.length + 1) || '/')}</a></li>`,
  );
  return `<h2>/${escapeHtml(name)}</h2><ul>${items.join('')}</ul>`;
}

const whoCalls: Record<string, string> = {
  public: 'open',
  user: 'signed in',
  'system-admin': 'operators',
  'live-token': 'live token',
  session: 'session cookie',
};

function toAccess({ 'x-access': access, 'x-key-scope': scope }: Operation): string {
  const who = whoCalls[access] ?? access;
  return scope ? `${who}, ${scope === 'any' ? 'any key' : `key ${scope}`}` : who;
}

function toArticle(call: Call, base: string): string {
  const { id, method, path, operation } = call;
  const body = schemaIn(operation.requestBody);
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  const answers = successes.flatMap(([status, response]) => {
    const schema = schemaIn(response);
    return schema && Object.keys(schema).length > 1 ? [part(`Response ${status}`, code(toText(schema)))] : [];
  });
  return `<article id="${id}"><details>
<summary><span class="method ${method}">${method.toUpperCase()}</span><h3 class="path">${toPath(path)}</h3>
<span class="who">${escapeHtml(toAccess(operation))}</span><span class="what">${escapeHtml(operation.summary)}</span></summary>
<div class="body">
${operation.parameters.length > 0 ? part('Parameters', parametersTable(operation)) : ''}
${body ? part('Request body', code(toText(body))) : ''}
${answers.join('')}
${operation['x-rate-limits'].length > 0 ? part('Rate limits', limitsTable(operation)) : ''}
${operation['x-failures'].length > 0 ? part('Errors', failuresTable(operation)) : ''}
${part('Try it', code(toCurl(call, base)))}
</div></details></article>`;
}

function parametersTable({ parameters }: Operation): string {
  const rows = parameters.map(({ name, in: place, required, schema }) => {
    const about = [place === 'path' ? 'in the path' : required ? 'required' : 'optional', describeRule(schema)];
    return `<tr><td><code>${escapeHtml(name)}</code></td><td><code>${escapeHtml(toText(schema))}</code></td><td>${escapeHtml(about.filter(Boolean).join(', '))}</td></tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

const periods: Record<number, string> = { 60: 'minute', 3600: 'hour' };

function limitsTable(operation: Operation): string {
  const rows = operation['x-rate-limits'].map(
    ({ name, per, max, seconds }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${max.toLocaleString('en-US')} per ${periods[seconds] ?? `${seconds} seconds`}, for each ${escapeHtml(per)}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function failuresTable(operation: Operation): string {
  const rows = operation['x-failures'].map(
    ({ status, code: name, message }) =>
      `<tr><td>${status}</td><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(message)}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function toCurl({ method, path, operation }: Call, base: string): string {
  const query = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => `${name}=${String(toSample(schema))}`);
  const body = schemaIn(operation.requestBody);
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${base}${path}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    ...(operation.security.length > 0 ? [`-H "authorization: Bearer $TOKEN"`] : []),
    ...(body ? [`-H 'content-type: application/json'`, `-d '${JSON.stringify(toSample(body))}'`] : []),
  ].join(' \\\n  ');
}

function schemaIn(holder: Operation['requestBody']): Schema | undefined {
  return holder?.content?.['application/json']?.schema;
}

function part(title: string, content: string): string {
  return `<h4>${title}</h4>${content}`;
}

/** Makes long lines scroll, including by keyboard. */
function code(text: string): string {
  return `<pre tabindex="0">${escapeHtml(text).replaceAll(/ {2}(\/\/ .*)$/gm, '  <i>$1</i>')}</pre>`;
}

/** Lets a long path break between its segments. */
function toPath(path: string): string {
  return escapeHtml(path).replaceAll(/(?<=\w)([/_])/g, '<wbr>$1');
}
