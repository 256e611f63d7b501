import type { EndpointResponse, openShare, ReportContent } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { isPassword } from '../../platform/password-hash.ts';
import type { PictureStore } from '../reports/index.ts';
import { embedPictures } from './embed-pictures.ts';
import { createLiveContent } from './live-content.ts';
import type { LoadContent } from './load-content.ts';
import { createPasscodeLimits } from './passcode-limits.ts';
import { countView, findOpenLink } from './queries.ts';
import { toState } from './rules.ts';
import { listShownAccounts } from './shown-accounts.ts';
import { isToken, toTokenHash } from './tokens.ts';
import { createViewCounter } from './view-counter.ts';

export interface OpenDeps {
  db: Database;
  clock: Clock;
  loadContent: LoadContent;
  pictures: PictureStore;
}

interface Opening {
  token: string;
  passcode: string | null;
  ip: string;
}

type Link = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>;

/**
 * Opens links. Checks everything each time, so that a link ends at once in every process when it is revoked, or its
 * owner loses access.
 */
export function createOpening({ db, clock, loadContent, pictures }: OpenDeps) {
  const limits = createPasscodeLimits({ db, clock });
  const readLive = createLiveContent(clock);
  const isNewView = createViewCounter(clock);

  async function isRightPasscode(link: Link, passcode: string, ip: string): Promise<boolean> {
    const guess = { linkId: link.link_id, ip };
    await limits.begin(guess);
    if (!(await isPassword(passcode.trim(), link.passcode_hash))) return false;
    await limits.succeed(guess);
    return true;
  }

  async function readContent(link: Link): Promise<ReportContent | null> {
    const accountIds = await listShownAccounts(db, link);
    if (accountIds.length === 0) return null;
    if (link.is_frozen) return link.frozen_content;
    const choice = { ...link.choice, title: link.title, accountIds };
    const load = () => loadContent({ userId: link.user_id, role: 'user' }, choice, clock());
    return readLive([link.link_id, ...accountIds].join(' '), load);
  }

  return async function open({ token, passcode, ip }: Opening): Promise<EndpointResponse<typeof openShare>> {
    const link = isToken(token) ? await findOpenLink(db, toTokenHash(token)) : undefined;
    if (!link) throw new ApiError('share_not_found');
    if (toState(link, clock()) === 'expired') throw new ApiError('share_expired');
    if (link.passcode_hash !== null) {
      if (passcode === null) return { state: 'passcode-required' };
      if (!(await isRightPasscode(link, passcode, ip))) throw new ApiError('passcode_rejected');
    }
    const content = await readContent(link);
    if (!content) throw new ApiError('share_empty');
    if (isNewView({ linkId: link.link_id, ip })) await countView(db, link.link_id, clock().toISOString().slice(0, 10));
    const shown = await embedPictures(content, pictures);
    return { state: 'open', isFrozen: link.is_frozen, content: { ...shown, title: link.title } };
  };
}
