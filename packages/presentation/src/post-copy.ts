import {
  type AccountType,
  type CurveMetric,
  curveMetrics,
  type MediaType,
  minComparedPosts,
  postCatalogue,
  type PostFigureName,
  postFigureNames,
  type PostFigures,
  type PostScore,
} from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { percent, plural, watchTime, wholeNumber } from './format.ts';
import { ageInWords } from './age-label.ts';

export const curveLabels: Record<CurveMetric, { title: string; word: string }> = mapNames(curveMetrics, (metric) => {
  const { label } = postCatalogue[metric];
  return { title: label, word: label.toLowerCase() };
});

const formatNames: Record<MediaType, string> = {
  reel: 'reel',
  carousel: 'carousel',
  story: 'story',
  image: 'post',
  video: 'post',
};

export function formatName(mediaType: MediaType): string {
  return formatNames[mediaType];
}

/** Formats a percentile such as '94%', never 0% or 100%. */
function shareText(percentile: number): string {
  return `${Math.min(99, Math.max(1, Math.round(percentile)))}%`;
}

/** Percentage; smaller changes in the account's level hardly move a score. */
const minLevelChange = 10;

function levelText(change: number | null): string {
  if (change === null || Math.abs(change) < minLevelChange) return '';
  const size = `${wholeNumber(Math.abs(Math.round(change)))}%`;
  return `, adjusted for ${change > 0 ? `${size} growth` : `a ${size} decline`} over these posts`;
}

function soFarSentence(
  { percentile, posts, ageMinutes }: NonNullable<PostScore['soFar']>,
  { word, name }: { word: string; name: string },
): string {
  const others = `the previous ${posts} ${plural(posts, name, `${name}s`)}`;
  const after = `After ${ageInWords(ageMinutes)}`;
  if (percentile === 0) return `${after}, no more ${word} yet than any of ${others} in total.`;
  return `${after}, already more ${word} than ${percentile === 100 ? 'any' : shareText(percentile)} of ${others} in total.`;
}

/** Sums up in one sentence how the post did, or why that is unknown. */
export function scoreSentence(score: PostScore, metric: CurveMetric, mediaType: MediaType): string {
  const { percentile, posts, ageMinutes, missing, levelChange } = score;
  const name = formatNames[mediaType];
  const { word } = curveLabels[metric];
  const before = `previous ${posts} ${plural(posts, name, name === 'story' ? 'stories' : `${name}s`)}`;
  if (percentile !== null) {
    const when = `${ageMinutes === null ? '' : ` at the same age, ${ageInWords(ageMinutes)}`}${levelText(levelChange)}`;
    if (percentile === 100) return `More ${word} than any of the ${before}${when}.`;
    if (percentile === 0)
      return `Less ${word} than any of the ${before}${when}.`
        .replace('Less views', 'Fewer views')
        .replace('Less interactions', 'Fewer interactions');
    return `More ${word} than ${shareText(percentile)} of the ${before}${when}.`;
  }
  if (score.soFar) return soFarSentence(score.soFar, { word, name });
  switch (missing) {
    case 'story':
      return 'Stories are not compared because they expire after a day.';
    case 'collaboration':
      return 'Another account published it, so Instagram does not report its insights.';
    case 'not_reported':
      return `Instagram does not report ${word} for this ${name}.`;
    case 'not_measured':
      return `Not measured yet. The next sync measures it for the first time.`;
    default:
      return `No score: it needs ${minComparedPosts} earlier ${name}s with a value at this age and has ${posts}.`;
  }
}

export interface FigureText {
  key: PostFigureName;
  name: string;
  text: string;
  meaning: string;
}

const always: readonly PostFigureName[] = [
  'views',
  'reach',
  'total_interactions',
  'engagement_rate',
  'likes',
  'comments',
  'saved',
  'shares',
];
const first = 'facebook_views';
/** Views on both are the sum of two that are listed. */
const unlisted: readonly PostFigureName[] = ['crossposted_views', first, ...always];
const whereReported = [first, ...postFigureNames.filter((name) => !unlisted.includes(name))] as const;
const formats: Partial<Record<string, (value: number) => string>> = { percent, milliseconds: watchTime };

/** What networks mean by a metric, where it is not what Instagram means. */
const ownMeanings: Partial<Record<AccountType, Partial<Record<PostFigureName, string>>>> = {
  bluesky_account: {
    total_interactions: 'Likes, replies, quotes and reposts, minus those taken back',
    comments: 'Replies it has now',
    shares: 'Posts that quote it',
  },
};

const unreportedReplies = 'Instagram does not report story replies for accounts in Europe and Japan';

/** Lists every metric with its meaning. Metrics specific to some formats appear only if Instagram reports them. */
export function listFigures(
  figures: PostFigures,
  mediaType: MediaType,
  network: AccountType = 'instagram_account',
): FigureText[] {
  const toText = (key: PostFigureName): FigureText => {
    const { label, meaning, unit } = postCatalogue[key];
    const [value, format] = [figures[key], formats[unit] ?? wholeNumber];
    const text = value === null ? 'not reported' : format(value);
    return { key, name: label, meaning: ownMeanings[network]?.[key] ?? meaning, text };
  };
  // Nobody can like, save or comment on a story.
  const expected = mediaType === 'story' ? always.filter((key) => figures[key] !== null) : always;
  const listed = [...expected, ...whereReported.filter((key) => isWorthShowing(figures, key))].map(toText);
  const lacksReplies = mediaType === 'story' && figures.replies === null && figures.reach !== null;
  return lacksReplies ? [...listed, { ...toText('replies'), meaning: unreportedReplies }] : listed;
}

const organic = { total_views: 'views', total_likes: 'likes', total_comments: 'comments' } as const;

/** Totals with advertising are fetched less often: without any, they only lag behind. */
function isWorthShowing(figures: PostFigures, key: PostFigureName): boolean {
  const value = figures[key];
  if (value === null) return false;
  if (key === 'facebook_views') return value > 0;
  if (key !== 'total_views' && key !== 'total_likes' && key !== 'total_comments') return true;
  return value > (figures[organic[key]] ?? 0);
}
