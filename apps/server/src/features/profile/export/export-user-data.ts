import type { Database } from '../../../database/database.ts';
import type { ExportUser, OwnData } from '../../../platform/feature.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { ZipEntry } from '../../../platform/files/zip.ts';

const readme = `Your data in Tidemark

profile.json             your profile, how you sign in, active days, plan and its history, payment customer, Meta Business login, accounts,
                         uploads, saved views, annotations, comparisons with the app, labels, reports, peers, mail recipients, digest, alerts, mail of the last 30 days, share links, feature requests, upvotes, and audit log entries about you and by you
picture.webp             your uploaded picture, if any
report-logo.png          the logo on your reports, if any
accounts/<name>/         one folder per linked account that you can access:
  days.csv               metrics by day
  windows.csv            people reached and engaged over whole windows, as counted by the network
  posts.csv              posts with their latest metrics
  posts-by-day.csv       daily changes of each post
  posts-by-age.csv       totals of each post at several ages in its first 30 days
  demographics.csv       followers and engaged audience by age and gender, country and city
  answers.json           answers from the network that the numbers came from, with their calls

Days follow Instagram's day boundaries. An empty cell is a value that was never fetched.
`;

/** Yields the export archive's files in order: what each feature has about a user, loaded when it is needed. */
export async function* ownData(
  deps: { db: Database; files: FileStore },
  exporters: readonly ExportUser[],
  userId: string,
): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', content: [readme] };
  const parts: OwnData[] = [];
  for (const exportUser of exporters) parts.push(await exportUser(deps, userId));
  const profile: object = Object.assign({}, ...parts.map((part) => part.profile));
  yield { name: 'profile.json', content: [JSON.stringify(profile, null, 2)] };
  for (const { files } of parts) if (files) yield* files;
}
