import type { Database } from '../../../database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { ZipEntry } from '../../../platform/files/zip.ts';
import { toFile } from '../profile-picture.ts';
import { toCsv } from './csv.ts';
import {
  findBusinessLogin,
  findIdentity,
  findSubscription,
  listAuditEntries,
  listFeatureRequests,
  listLinked,
  listListed,
  listUpvotes,
  readDays,
  readDemographics,
  readMedia,
  readWindows,
} from './queries.ts';

const readme = `Your data in Tidemark

profile.json             who you are here, your plan, your Meta Business login, your accounts, the features that you
                         asked for and upvoted, the audit entries about you
picture.webp             the picture that you uploaded, if you did
accounts/<name>/         for each account that you have linked:
  days.csv               figures by day
  windows.csv            people reached and engaged over whole windows, as Instagram counts them
  posts.csv              posts with their latest figures
  posts-by-day.csv       what each post gained on each day
  demographics.csv       followers and engaged people by age and gender, country and city

Days are Instagram's. An empty cell is a figure that was never fetched.
`;

/** The files of the archive of one's own data, in order, each read when its turn comes. */
export async function* ownData(
  { db, files }: { db: Database; files: FileStore },
  userId: string,
): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', content: [readme] };

  const user = await findIdentity(db, userId);
  const linked = await listLinked(db, userId);
  const profile = {
    user: { id: userId, ...user },
    subscription: (await findSubscription(db, userId)) ?? null,
    businessLogin: (await findBusinessLogin(db, userId)) ?? null,
    accountsOfTheLogin: await listListed(db, userId),
    linkedAccounts: linked,
    featureRequests: await listFeatureRequests(db, userId),
    upvotes: await listUpvotes(db, userId),
    audit: await listAuditEntries(db, userId),
  };
  yield { name: 'profile.json', content: [JSON.stringify(profile, null, 2)] };

  const file = toFile(user?.picture ?? null);
  const picture = file && (await files.read(file));
  if (picture) yield { name: 'picture.webp', content: [picture] };

  for (const { account_id: id, username } of linked) {
    const folder = `accounts/${toFolder(username, id)}`;
    yield { name: `${folder}/days.csv`, content: toCsv(readDays(db, 'account_day', id)) };
    yield { name: `${folder}/windows.csv`, content: toCsv(readWindows(db, id)) };
    yield { name: `${folder}/posts.csv`, content: toCsv(readMedia(db, id)) };
    yield { name: `${folder}/posts-by-day.csv`, content: toCsv(readDays(db, 'media_day', id)) };
    yield { name: `${folder}/demographics.csv`, content: toCsv(readDemographics(db, id)) };
  }
}

/** A name comes from Instagram: nothing in it may lead out of the folder. Two accounts may once have had the same. */
function toFolder(username: string, id: string): string {
  return `${username.replaceAll(/[^\w-]/g, '_')}-${id}`;
}
