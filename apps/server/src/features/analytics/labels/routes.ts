import {
  compareLabels,
  createLabel,
  deleteLabel,
  labelPosts,
  listLabels,
  listLabelTests,
  listPostLabels,
  maxLabelledPosts,
  maxLabels,
  updateLabel,
} from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { isClient, route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPeriod } from '../formulas/period.ts';
import { toPostZone } from '../published-within.ts';
import { splitByRule, toLabel } from './label-rows.ts';
import { loadLabelComparisons, loadLabelTests } from './load-labels.ts';
import {
  addPosts,
  changeLabel,
  countStored,
  findLabel,
  insertLabel,
  listByHand,
  listByRule,
  listLabelRows,
  type PostOfAccount,
  removeLabel,
  removePosts,
  toRuleIds,
} from './queries.ts';

export function labelRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(listLabels, async ({ viewer }) => ({
      labels: isClient(viewer) ? [] : (await listLabelRows(db, viewer.userId)).map(toLabel),
    })),

    route(createLabel, async ({ viewer, body: { test, ...label } }) => {
      const scope = test && (await requireAccounts(db, viewer, test.accountIds));
      const stored = await insertLabel(
        db,
        viewer.userId,
        {
          ...label,
          test: test && scope ? { test_metric: test.metric, test_account_ids: [...scope.accountIds] } : null,
        },
        { now: clock(), max: maxLabels },
      );
      if (stored === 'too_many') throw new ApiError('label_limit_reached');
      if (stored === 'taken') throw new ApiError('label_name_taken');
      return toLabel(stored);
    }),

    route(updateLabel, async ({ viewer, params: { id }, body }) => {
      const label = await findLabel(db, viewer.userId, id);
      if (!label) throw new ApiError('label_not_found');
      if (body.rule && !label.rule) throw new ApiError('label_kind_fixed');
      if (body.rule && label.test_started_at) throw new ApiError('label_test_running');
      const changed = await changeLabel(db, label, body);
      if (changed === 'taken') throw new ApiError('label_name_taken');
      if (changed === 'deleted') throw new ApiError('label_not_found');
      return toLabel(changed);
    }),

    route(deleteLabel, async ({ viewer, params: { id } }) => {
      if (!(await removeLabel(db, viewer.userId, id))) throw new ApiError('label_not_found');
      return { success: true as const };
    }),

    route(labelPosts, async ({ viewer, params: { id }, body: { posts: given, labelled } }) => {
      const posts = toDistinct(given);
      const scope = await requireAccounts(
        db,
        viewer,
        posts.map(({ accountId }) => accountId),
      );
      const label = await findLabel(db, viewer.userId, id);
      if (!label) throw new ApiError('label_not_found');
      if (label.rule) throw new ApiError('label_has_rule');
      if (!labelled) await removePosts(db, id, posts);
      else {
        if ((await countStored(db, scope, posts)) < posts.length) throw new ApiError('media_not_found');
        if (!(await addPosts(db, id, posts, { now: clock(), max: maxLabelledPosts }))) throw new ApiError('label_full');
      }
      return { success: true as const };
    }),

    route(listPostLabels, async ({ viewer, body }) => {
      const posts = toDistinct(body.posts);
      const scope = await requireAccounts(
        db,
        viewer,
        posts.map(({ accountId }) => accountId),
      );
      const { ruled, byHand } = splitByRule(isClient(viewer) ? [] : await listLabelRows(db, viewer.userId));
      const zone = toPostZone(body.timeZone) ?? dayZone;
      const [hand, rules] = await Promise.all([
        listByHand(db, scope, byHand),
        ruled.length > 0 ? listByRule(db, scope, posts, toRuleIds(ruled, zone)) : [],
      ]);
      const found = posts.map(({ accountId, mediaId }) => {
        const isThis = (row: { account_id: string; media_id: string }) =>
          row.account_id === accountId && row.media_id === mediaId;
        const ids = [
          ...hand.filter(isThis).map(({ label_id }) => label_id),
          ...rules.filter(isThis).flatMap((row) => row.ruleIds),
        ];
        return { accountId, mediaId, labelIds: ids };
      });
      return { posts: found.filter(({ labelIds }) => labelIds.length > 0) };
    }),

    route(compareLabels, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.startDate, body.endDate);
      const zone = toPostZone(body.timeZone) ?? dayZone;
      const labels = await listLabelRows(db, viewer.userId);
      return { labels: await loadLabelComparisons(db, scope, labels, { period, metric: body.metric, zone }) };
    }),

    route(listLabelTests, async ({ viewer, body }) => {
      const tests = await loadLabelTests(db, viewer, { now: clock(), zone: toPostZone(body.timeZone) ?? dayZone });
      return { tests: tests.map(({ label, ...test }) => ({ labelId: label.label_id, ...test })) };
    }),
  ];
}

function toDistinct(posts: readonly PostOfAccount[]): PostOfAccount[] {
  return [...new Map(posts.map((post) => [`${post.accountId} ${post.mediaId}`, post])).values()];
}
