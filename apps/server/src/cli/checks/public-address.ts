import { ProbedConnection } from '@tidemark/contract';
import { probePauseMillis, probePurpose, toProbeAddress } from '../../features/system/index.ts';
import { createSigner } from '../../platform/signer.ts';
import { error, ok, unreachable, warning, type Check } from './check.ts';

const area = 'Public address';
const patienceMillis = 15_000;
const hostFix = 'Make it pass the header on; for nginx: proxy_set_header Host $host;';

interface Installation {
  appUrl: string;
  encryptionKeys: string;
}

/** Calls the running Tidemark through its public address, as a browser would. */
export async function* checkPublicAddress({ appUrl, encryptionKeys }: Installation): AsyncGenerator<Check> {
  let health: Response;
  try {
    health = await fetch(`${appUrl}/api/v1/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMillis),
    });
    await health.body?.cancel();
  } catch (cause) {
    yield unreachable(
      area,
      `${appUrl} cannot be reached from this machine`,
      cause,
      'Start Tidemark and the reverse proxy, and check the DNS name, the certificate and the firewall.',
    );
    return;
  }
  if (health.status === 421) {
    return yield error(area, 'The reverse proxy changes the Host header', hostFix);
  }
  if (health.status !== 200) {
    yield error(
      area,
      `${appUrl}/api/v1/health answers ${health.status}`,
      'Make the reverse proxy forward every path to Tidemark, and check that Tidemark runs.',
    );
    return;
  }
  yield ok(area, `${appUrl} answers`);
  yield* checkProxy({ appUrl, encryptionKeys });
}

async function* checkProxy({ appUrl, encryptionKeys }: Installation): AsyncGenerator<Check> {
  const address = toProbeAddress(appUrl, createSigner(encryptionKeys, probePurpose));
  const events: { at: number; text: string }[] = [];
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMillis) });
    if (answer.status !== 200 || !answer.body) {
      await answer.body?.cancel();
      yield error(
        area,
        `The probe is rejected with status ${answer.status}`,
        'Run doctor with the ENCRYPTION_KEYS and the version of the running Tidemark.',
      );
      return;
    }
    // An event may arrive in pieces.
    let received = '';
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      received += part;
      const texts = [...received.matchAll(/data: (.*)\n\n/g)].map(([, text = '']) => text);
      for (const text of texts.slice(events.length)) events.push({ at: performance.now(), text });
    }
  } catch (cause) {
    return yield unreachable(area, 'A stream breaks', cause, 'Make the reverse proxy keep responses open.');
  }
  const [first, last] = [events[0], events.at(-1)];
  yield first && last && last.at - first.at > probePauseMillis / 2
    ? ok(area, 'Live events arrive at once')
    : error(
        area,
        'The reverse proxy delays live events',
        'Turn off buffering for /api/v1/sse/; for nginx: proxy_buffering off;',
      );
  const connection = toConnection(first?.text);
  if (!connection) return;
  if (connection.host !== new URL(appUrl).hostname)
    yield warning(area, `The reverse proxy replaces the Host header by ${connection.host}`, hostFix);
  if (appUrl.startsWith('https://')) yield explainForwarding(connection);
}

function toConnection(text: string | undefined): ProbedConnection | null {
  try {
    return ProbedConnection.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

/** Explains the connection: Tidemark speaks plain http, so something in front of it ends TLS. */
function explainForwarding({ peer, hasForwardedFor, isForwarded }: ProbedConnection): Check {
  if (!hasForwardedFor)
    return warning(
      area,
      'The reverse proxy does not name the client: all visitors count as one for rate limits',
      'Make it send X-Forwarded-For; for nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    );
  if (!isForwarded)
    return warning(
      area,
      'The reverse proxy is not trusted: all visitors count as one for rate limits',
      `Set TRUST_PROXY=${peer.replace(/^::ffff:/, '')}`,
    );
  return ok(area, 'The reverse proxy is trusted and names the client');
}
