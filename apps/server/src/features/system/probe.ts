import { setTimeout as sleep } from 'node:timers/promises';
import { probeStream, type ProbedConnection } from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { apiPrefix } from '../../platform/http/add-route.ts';
import { toConnection } from '../../platform/http/connection.ts';
import { hijackReply } from '../../platform/http/hijack-reply.ts';
import { route } from '../../platform/http/route.ts';
import type { Signer } from '../../platform/signer.ts';

/** Purpose of the key that signs probe tokens. */
export const probePurpose = 'probe';
const lifeMillis = 60_000;
export const probePauseMillis = 1_000;

/** Creates a one-minute token; making it requires the encryption key. */
export function createProbeToken(signer: Signer, now: Date): string {
  const content = `${signer.keyId}.${now.getTime() + lifeMillis}`;
  return `${content}.${signer.sign(Buffer.from(content)).toString('hex')}`;
}

/** Returns the address at which the Tidemark at `appUrl` answers with how the probe reached it. */
export function toProbeAddress(appUrl: string, signer: Signer): string {
  return `${appUrl}${apiPrefix}${probeStream.path.replace(':token', createProbeToken(signer, new Date()))}`;
}

function isValid(signer: Signer, token: string, now: Date): boolean {
  const [keyId = '', expires = '', signature = ''] = token.split('.');
  const left = Number(expires) - now.getTime();
  if (!(left > 0 && left <= lifeMillis)) return false;
  return signer.check(keyId, Buffer.from(`${keyId}.${expires}`), Buffer.from(signature, 'hex')) === 'valid';
}

/** Shows how a reverse proxy changes a request and a stream. */
export function probeRoute({ signer, clock }: { signer: Signer; clock: Clock }) {
  return route(probeStream, async ({ params: { token }, reply }) => {
    if (!isValid(signer, token, clock())) throw new ApiError('signature_invalid');
    const connection: ProbedConnection = { ...toConnection(reply.request), host: reply.request.hostname };
    const response = hijackReply(reply);
    // Same headers as the live stream, so that a proxy treats both alike.
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(`data: ${JSON.stringify(connection)}\n\n`);
    await sleep(probePauseMillis);
    response.end('data: {}\n\n');
    return '';
  });
}
