import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  AccountId,
  addDays,
  curveMetrics,
  getBestTime,
  getPost,
  onlineDays,
  queryPosts,
  TimedFormat,
  TimeZone,
  type BestTime,
  type PostColumn,
  type PostRow,
} from '@tidemark/contract';
import { z } from 'zod';
import { explainReasons, round, roundOrNull, toExactness } from '../answer.ts';
import { postEvidence, toEvidence } from '../evidence-reference.ts';
import { pageInput, toPaging } from '../paging.ts';
import { describePeriod, periodInput, toEnd, toPeriod, toStart } from '../period.ts';
import { quotationNotice, quote } from '../quoted.ts';
import { accountsInput, annotations, toAccountIds, type ToolDeps } from '../tool-deps.ts';

export const MediaId = z.string().regex(/^\w{1,64}$/, 'must be a media ID');
const postsPerPage = 8;
const maxMeasurements = 12;
const shownHours = 5;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const sortColumns = {
  published: 'timestamp',
  reach: 'reachTotal',
  views: 'views',
  likes: 'likes',
  comments: 'comments',
  saved: 'saved',
  shares: 'shares',
  interactions: 'totalInteractions',
  engagement_rate: 'engagementRate',
  virality_score: 'viralityScore',
} as const satisfies Record<string, PostColumn>;
const SortName = z.literal(Object.keys(sortColumns) as (keyof typeof sortColumns)[]); // all of its keys

const units = {
  counts: 'times or people, as the name says',
  engagementRate: 'interactions per hundred accounts reached',
  viralityScore: 'points from 0 to 100',
};

export function registerPostTools(server: McpServer, { call, today, dayZone, answer }: ToolDeps): void {
  server.registerTool(
    'list_posts',
    {
      title: 'List posts',
      description: `Lists posts published in a period with their lifetime totals, ${postsPerPage} per page; sorts and searches them.`,
      inputSchema: z.strictObject({
        ...accountsInput,
        ...periodInput,
        sortBy: SortName.default('published'),
        order: z.enum(['desc', 'asc']).default('desc'),
        format: z.enum(['POST', 'REEL', 'CAROUSEL', 'STORY']).optional(),
        search: z.string().max(200).default('').describe('Words of the caption.'),
        ...pageInput,
      }),
      annotations,
    },
    ({ accountIds, from, to, sortBy, order, format, search, page }) =>
      answer(async () => {
        const period = toPeriod({ from, to }, today);
        const { rows, totalRowCount } = await call(queryPosts, {
          body: {
            grid: {
              paginationModel: { page: page - 1, pageSize: postsPerPage },
              sortModel: [{ field: sortColumns[sortBy], sort: order }],
              filterModel: { items: format ? [{ field: 'format', operator: 'is', value: format }] : [] },
            },
            filters: {
              query: search,
              filterMode: 'published',
              isoStart: toStart(period.from),
              isoEnd: toEnd(period.to),
            },
            platform: 'instagram',
            accountIds: await toAccountIds(call, accountIds),
          },
        });
        return {
          posts: rows.map(toListedPost),
          units,
          period: describePeriod(period, dayZone),
          exact: true,
          evidence: postEvidence,
          method: 'Lifetime totals that the account’s network reported at the last sync; null where it reports none.',
          paging: toPaging(totalRowCount, page, postsPerPage),
          notice: quotationNotice,
        };
      }),
  );

  server.registerTool(
    'get_post',
    {
      title: 'Get a post',
      description:
        'Returns a post: its totals, its course over time, and how it did against earlier posts of its format.',
      inputSchema: z.strictObject({ accountId: AccountId, mediaId: MediaId }),
      annotations,
    },
    ({ accountId, mediaId }) =>
      answer(async () => {
        const { post, figures, measurements, scores } = await call(getPost, { params: { id: accountId, mediaId } });
        const step = Math.max(1, Math.ceil(measurements.length / maxMeasurements));
        return {
          post: {
            mediaId: post.mediaId,
            accountId: post.accountId,
            format: post.mediaType,
            publishedAt: post.timestamp,
            permalink: post.permalink,
            isCollaboration: post.isCollaboration,
            isGone: post.isGone,
          },
          quoted: {
            caption: quote(post.caption, 600),
            hashtags: post.hashtags.slice(0, 20).map((name) => quote(name, 40)),
            mentions: post.mentions.slice(0, 20).map((name) => quote(name, 40)),
          },
          totals: figures,
          evidence: postEvidence,
          course: {
            columns: ['ageMinutes', 'views', 'reach', 'total_interactions'],
            rows: measurements
              .filter((_, at) => at % step === 0 || at === measurements.length - 1)
              .map((one) => [one.ageMinutes, one.views, one.reach, one.total_interactions]),
          },
          scores: Object.fromEntries(
            curveMetrics.map((name) => {
              const { percentile, basis, posts, missing } = scores[name];
              return [
                name,
                {
                  percentile: roundOrNull(percentile),
                  basis,
                  comparedPosts: posts,
                  missing,
                  ...toExactness(scores[name]),
                },
              ];
            }),
          ),
          units: { ...units, engagement_rate: units.engagementRate, percentile: 'percent of compared posts with less' },
          period: { from: post.timestamp, asOf: post.syncedAt },
          exact: true,
          method:
            'Totals as the account’s network reported them at the last sync; scores compare with up to 30 earlier posts.',
          ...explainReasons(curveMetrics.map((name) => scores[name])),
          notice: quotationNotice,
        };
      }),
  );

  server.registerTool(
    'get_best_time',
    {
      title: 'Get the best time to post',
      description:
        'Returns the hours of the week at which posts of an account do better, and when followers are online.',
      inputSchema: z.strictObject({
        accountId: AccountId,
        timeZone: TimeZone.default('UTC').describe('IANA name, such as Europe/Berlin. Hours are local there.'),
        format: TimedFormat.nullable().default(null).describe('Only reels, carousels or static posts.'),
      }),
      annotations,
    },
    ({ accountId, timeZone, format }) =>
      answer(async () => {
        const {
          answer: best,
          posts,
          series,
          basis,
          suggestions,
          online,
        } = await call(getBestTime, {
          body: { accountId, timeZone, format },
        });
        return {
          accountId,
          // The level says how far to trust the answer; same answer as on the page.
          answer: best && { level: best.level, weekday: weekdays[best.weekday], hour: best.hour },
          suggestions: suggestions.map(({ weekday, hour, percent, low, high, posts: here }) => ({
            weekday: weekdays[weekday],
            hour,
            betterPercent: round(percent),
            lower: round(low),
            upper: round(high),
            posts: here,
          })),
          mostFollowersOnline: online && listBusiestHours(online),
          leftOutSeries: series.map(({ name, weekday, hour, posts: left }) => ({
            weekday: weekdays[weekday],
            hour,
            posts: left,
            quoted: { name: quote(name) },
          })),
          posts,
          measuredAt48Hours: basis.measured,
          estimatedFromLaterTotals: basis.lifetime,
          units: {
            hour: `hour of the day in ${timeZone}`,
            betterPercent: 'percent more interactions in 48 hours than average',
          },
          period: { weeks: 26, endsBefore: today, onlineDays: online?.days ?? 0, timeZone },
          exact: false,
          evidence: toEvidence('online_followers', { from: addDays(today, -onlineDays), to: today }, [accountId]),
          method:
            'Estimated from the interactions of posts at 48 hours, by format: measured, or for older posts their later total less what is usually gained after that. lower and upper are an 80 % interval. Fewer than 20 posts give no suggestion. answer.level is clear (the first suggestion), leaning (best so far, though chance may explain it) or followers_online (posts do not tell; most followers are online then). Posts of a series that is always published at one hour are left out.',
        };
      }),
  );
}

function toListedPost(row: PostRow) {
  return {
    mediaId: row.id,
    accountId: row.accountRef,
    format: row.isStory ? 'story' : row.isCarousel ? 'carousel' : row.productType === 'REELS' ? 'reel' : 'post',
    publishedAt: row.timestamp,
    reach: row.reach,
    views: row.views,
    likes: row.likes,
    comments: row.comments,
    saved: row.saved,
    shares: row.shares,
    interactions: row.totalInteractions,
    engagementRate: round(row.engagementRate),
    viralityScore: round(row.virilityScore),
    quoted: { caption: quote(row.caption) },
  };
}

function listBusiestHours({ followers }: NonNullable<BestTime['online']>) {
  return followers
    .flatMap((count, at) =>
      count === null ? [] : [{ weekday: weekdays[Math.floor(at / 24)], hour: at % 24, followers: round(count) }],
    )
    .toSorted((one, other) => other.followers - one.followers)
    .slice(0, shownHours);
}
