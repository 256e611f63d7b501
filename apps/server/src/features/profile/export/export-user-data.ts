import type { Database } from '../../../database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { ZipEntry } from '../../../platform/files/zip.ts';
import { toUpload } from '../profile-picture.ts';
import { toCsv } from '../../../platform/files/csv.ts';
import { findRoleDecision } from '../../auth/index.ts';
import { readDays, readDemographics, readMeasurements, readMedia, readWindows } from './queries.ts';
import {
  findBusinessLogin,
  findIdentity,
  findPaymentCustomer,
  findReportLogo,
  findSignIn,
  findSubscription,
  listActionDays,
  listAnnotations,
  listAppComparisons,
  listAuditEntries,
  listDaysPresent,
  listApiKeys,
  listFeatureRequests,
  listLabels,
  listLinked,
  listListed,
  listLiveSessions,
  listSessions,
  listOwnActions,
  listPaymentEvents,
  listPictureUploads,
  listPlanChanges,
  listReports,
  listUpvotes,
} from './user-queries.ts';
import { findDigestSchedule, listAlertData, listMail, listMailRecipients } from './mail-queries.ts';
import { listPeerData } from './peer-queries.ts';
import { listShareLinks } from './share-queries.ts';

const readme = `Your data in Tidemark

profile.json             your profile, how you sign in, active days, plan and its history, payment customer, Meta Business login, accounts,
                         uploads, annotations, comparisons with the app, labels, reports, peers, mail recipients, digest, alerts, mail of the last 30 days, share links, feature requests, upvotes, and audit log entries about you and by you
picture.webp             your uploaded picture, if any
report-logo.png          the logo on your reports, if any
accounts/<name>/         one folder per linked account that you can access:
  days.csv               metrics by day
  windows.csv            people reached and engaged over whole windows, as counted by Instagram
  posts.csv              posts with their latest metrics
  posts-by-day.csv       daily changes of each post
  posts-by-age.csv       totals of each post at several ages in its first 30 days
  demographics.csv       followers and engaged audience by age and gender, country and city

Days follow Instagram's day boundaries. An empty cell is a value that was never fetched.
`;

/** Yields the export archive's files in order, each loaded when it is needed. */
export async function* ownData(
  { db, files }: { db: Database; files: FileStore },
  userId: string,
): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', content: [readme] };

  const user = await findIdentity(db, userId);
  const linked = await listLinked(db, userId);
  const alerts = await listAlertData(db, userId);
  const logo = await findReportLogo(db, userId);
  const profile = {
    user: { id: userId, ...user },
    role: (user && (await findRoleDecision(db, user))) ?? null,
    daysPresent: await listDaysPresent(db, userId),
    subscription: (await findSubscription(db, userId)) ?? null,
    planHistory: await listPlanChanges(db, userId),
    paymentCustomer: (await findPaymentCustomer(db, userId)) ?? null,
    paymentEvents: await listPaymentEvents(db, userId),
    businessLogin: (await findBusinessLogin(db, userId)) ?? null,
    accountsOfTheLogin: await listListed(db, userId),
    linkedAccounts: linked,
    pictureUploads: await listPictureUploads(db, userId),
    signIn: await findSignIn(db, userId),
    sessions: await listSessions(db, userId),
    apiKeys: await listApiKeys(db, userId),
    liveSessions: await listLiveSessions(db, userId),
    featureRequests: await listFeatureRequests(db, userId),
    annotations: await listAnnotations(db, userId),
    appComparisons: await listAppComparisons(db, userId),
    upvotes: await listUpvotes(db, userId),
    labels: await listLabels(db, userId),
    reports: await listReports(db, userId),
    reportLogo: logo && { changed_at: logo.changed_at },
    peers: await listPeerData(db, userId),
    mailRecipients: await listMailRecipients(db, userId),
    digest: await findDigestSchedule(db, userId),
    alerts: alerts.alerts,
    alertSettings: alerts.watches,
    alertWebhook: alerts.webhook,
    alertDeliveries: alerts.deliveries,
    mail: await listMail(db, userId),
    shareLinks: await listShareLinks(db, userId),
    audit: await listAuditEntries(db, userId),
    ownActions: await listOwnActions(db, userId),
    actionsPerDay: await listActionDays(db, userId),
  };
  yield { name: 'profile.json', content: [JSON.stringify(profile, null, 2)] };

  const file = toUpload(user?.picture ?? null);
  const picture = file && (await files.read(file));
  if (picture) yield { name: 'picture.webp', content: [picture] };

  if (logo) yield { name: 'report-logo.png', content: [logo.image] };

  for (const { account_id: id, username, isReadable } of linked) {
    if (!isReadable) continue;
    const folder = `accounts/${toFolder(username, id)}`;
    yield { name: `${folder}/days.csv`, content: toCsv(readDays(db, 'account_day', id)) };
    yield { name: `${folder}/windows.csv`, content: toCsv(readWindows(db, id)) };
    yield { name: `${folder}/posts.csv`, content: toCsv(readMedia(db, id)) };
    yield { name: `${folder}/posts-by-day.csv`, content: toCsv(readDays(db, 'media_day', id)) };
    yield { name: `${folder}/posts-by-age.csv`, content: toCsv(readMeasurements(db, id)) };
    yield { name: `${folder}/demographics.csv`, content: toCsv(readDemographics(db, id)) };
  }
}

/**
 * Returns a folder name. The username comes from Instagram and must not escape the folder; two accounts may have had
 * the same.
 */
function toFolder(username: string, id: string): string {
  return `${username.replaceAll(/[^\w-]/g, '_')}-${id}`;
}
