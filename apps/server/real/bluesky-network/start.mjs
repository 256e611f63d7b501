// Starts Bluesky's servers on free ports and prints their addresses as JSON. Needs an empty database in DB_POSTGRES_URL and Redis
// in REDIS_HOST. POST /settle waits until the AppView knows everything, POST /takedown hides the account in its body, and
// POST /untakedown shows it again.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { TestNetwork } from '@atproto/dev-env';

const network = await TestNetwork.create({ dbPostgresSchema: 'test' });
const actions = {
  '/settle': () => network.processAll(),
  '/takedown': (did) => network.bsky.ctx.dataplane.takedownActor({ did, ref: 'test' }),
  '/untakedown': (did) => network.bsky.ctx.dataplane.untakedownActor({ did }),
};
const control = createServer((request, response) => {
  const run = actions[request.url];
  text(request)
    .then((body) => run?.(body))
    .then(
      () => response.writeHead(run ? 204 : 404).end(),
      (error) => response.writeHead(500).end(String(error)),
    );
});
control.listen(0, '127.0.0.1', () => {
  const addresses = {
    directory: network.plc.url,
    pds: network.pds.url,
    appView: network.bsky.url,
    control: `http://127.0.0.1:${control.address().port}`,
  };
  console.log(`addresses ${JSON.stringify(addresses)}`);
});
process.once('SIGTERM', () => process.exit(0));
// Ends with the tests, also if these are killed.
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
