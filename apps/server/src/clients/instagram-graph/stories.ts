import type { GraphCaller, GraphHttp } from './graph-http.ts';
import { InsightReply } from './insight-reply.ts';
import { MediaPage, applyItem, mediaFields, readEach, toFetchedMedia, type FetchedMedia } from './media.ts';
import { figuresIn } from './media-figures.ts';
import type { Read, Reading } from './reading.ts';

const storyMetrics = [
  'reach',
  'views',
  'shares',
  'total_interactions',
  'follows',
  'profile_visits',
  'replies',
  'reposts',
];
const newerMetrics = ['link_clicks'];
const mostLive = 100;

/** A story that was seen before and should still be live. */
export interface KnownStory {
  id: string;
  /** Instagram gave no figures of it: too few people had seen it. */
  isQuiet: boolean;
  /** Its last hour: everything is read that there is. */
  isEnding: boolean;
}

/** The live stories; null figures and `spoilt` where one without viewers kept Instagram from telling of the others. */
export interface ReadStories {
  stories: FetchedMedia[];
  spoilt: boolean;
  /** Stories whose own figures have not been asked for yet. */
  unread: FetchedMedia[];
  /** Stories of which nothing was known: how people moved through them is not told by the list. */
  unseen: FetchedMedia[];
}

/** Stories live for 24 hours, and so do their figures. */
export function createStoryReader(graph: GraphHttp) {
  const list = (accountId: string, withFigures: boolean): Read => ({
    path: `${accountId}/stories`,
    parameters: {
      fields: withFigures ? `${mediaFields},insights.metric(${storyMetrics.join(',')})` : mediaFields,
      limit: mostLive,
    },
  });
  const figures = (id: string): Read => ({ path: `${id}/insights`, parameters: { metric: storyMetrics.join(',') } });
  const navigation = (id: string): Read => ({
    path: `${id}/insights`,
    parameters: { metric: 'navigation', breakdown: 'story_navigation_action_type' },
  });
  const atEnd = (id: string): Read[] => [
    { path: `${id}/insights`, parameters: { metric: 'profile_activity', breakdown: 'action_type' } },
    ...newerMetrics.map((metric) => ({ path: `${id}/insights`, parameters: { metric } })),
  ];

  return {
    /** Everything that is live, in one batch with the details of the stories known before. */
    storiesReading(accountId: string, known: readonly KnownStory[]): Reading<ReadStories> {
      const nested = known.every(({ isQuiet }) => !isQuiet);
      const perStory = known.map(({ id, isEnding }) => ({
        id,
        reads: [...(nested ? [] : [figures(id)]), navigation(id), ...(isEnding ? atEnd(id) : [])],
      }));
      return {
        reads: [list(accountId, nested), ...perStory.flatMap(({ reads }) => reads)],
        take([listed, ...details]) {
          const stories = listed?.ok ? toFetchedMedia(MediaPage.parse(listed.body)) : [];
          const byId = new Map(stories.map((story) => [story.id, story]));
          let at = 0;
          for (const { id, reads } of perStory) {
            const own = details.slice(at, (at += reads.length));
            const story = byId.get(id);
            if (!story) continue;
            if (!nested) applyItem(story, own[0]);
            for (const item of own.slice(nested ? 0 : 1))
              if (item.ok) Object.assign(story.figures, figuresIn(InsightReply.parse(item.body)));
          }
          const seen = new Set(known.map(({ id }) => id));
          const unseen = stories.filter(({ id }) => !seen.has(id));
          return { stories, spoilt: !listed?.ok, unread: nested ? [] : unseen, unseen };
        },
      };
    },

    /** Asks alone for what one batch could not tell; with `isThorough` also how people moved through stories that are new. */
    async settleStories(
      caller: GraphCaller,
      accountId: string,
      read: ReadStories,
      { isThorough }: { isThorough: boolean },
    ): Promise<FetchedMedia[]> {
      let { stories, unread } = read;
      if (read.spoilt) {
        const { path, parameters } = list(accountId, false);
        stories = toFetchedMedia(MediaPage.parse(await graph.get(caller, path, parameters)));
        unread = stories;
      }
      const items = await readEach(
        graph,
        caller,
        unread.flatMap(({ id }) => [figures(id), navigation(id)]),
      );
      for (const [index, story] of unread.entries()) {
        applyItem(story, items[index * 2]);
        const moves = items[index * 2 + 1];
        if (moves?.ok) Object.assign(story.figures, figuresIn(InsightReply.parse(moves.body)));
      }
      const unmoved = isThorough && unread.length === 0 ? read.unseen : [];
      const moved = await readEach(
        graph,
        caller,
        unmoved.map(({ id }) => navigation(id)),
      );
      for (const [index, story] of unmoved.entries()) {
        const moves = moved[index];
        if (moves?.ok) Object.assign(story.figures, figuresIn(InsightReply.parse(moves.body)));
      }
      return stories;
    },
  };
}

export type StoryReader = ReturnType<typeof createStoryReader>;
