import { afterAll, beforeAll } from 'vitest';
import { itAnswersLikeBluesky } from '../test/bluesky-cases.ts';
import { signInAtPds } from './sign-in-at-pds.ts';
import { startNetwork, type Network, type Person } from './start-network.ts';

let network: Network;
let author: Person;
let liked: string;

beforeAll(async () => {
  network = await startNetwork();
  author = await network.join('author');
  const fan = await network.join('fan');
  const createdAt = new Date().toISOString();
  const subject = await network.write(author, 'app.bsky.feed.post', { text: 'One', createdAt });
  for (const [place, text] of ['Two', 'Three', 'Four', 'Five'].entries())
    await network.write(author, 'app.bsky.feed.post', {
      text,
      createdAt: new Date(Date.parse(createdAt) + 1000 * (place + 1)).toISOString(),
    });
  await network.write(fan, 'app.bsky.feed.like', { subject, createdAt });
  const reply = { root: subject, parent: subject };
  await network.write(fan, 'app.bsky.feed.post', { text: 'Lovely', reply, createdAt });
  await network.settle();
  liked = subject.uri.split('/').at(-1) ?? '';
});
afterAll(() => network?.stop());

itAnswersLikeBluesky(() => ({
  ...network,
  author,
  liked,
  suspend: () => network.takeDown(author.did),
  signIn: (address, choice) => signInAtPds(address, author, choice),
}));
