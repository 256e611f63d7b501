import { listAsked } from '../../../metrics/post-columns.ts';
import type { GraphCaller, GraphHost, GraphHttp } from './graph-http.ts';
import { existsOn } from './hosts.ts';
import { InsightReply } from './insight-reply.ts';
import { applyItem, readEach } from './media.ts';
import { mediaFields, toMediaPage } from './media-node.ts';
import { figuresIn } from './media-figures.ts';
import type { Read, BatchQuery } from './batch-reads.ts';
import type { FetchedMedia } from '../../../features/sync/index.ts';

const storyMetrics = listAsked('stories');
const newerMetrics = listAsked('ending_stories');
const maxLive = 100;

/** A story seen before that should still be live. */
export interface KnownStory {
  id: string;
  /** Instagram returned no metrics: it had too few viewers. */
  isQuiet: boolean;
  /** In its last hour, when all metrics are fetched. */
  isEnding: boolean;
}

/**
 * The live stories; metrics are null and `spoilt` is set when a story without viewers prevented the others' metrics.
 */
export interface ReadStories {
  stories: FetchedMedia[];
  spoilt: boolean;
  /** Stories with individual metrics still to be requested. */
  unread: FetchedMedia[];
  /** New stories: the list does not include their navigation metrics. */
  unseen: FetchedMedia[];
}

/** Stories and their metrics are available for 24 hours. */
export function createStoryReader(graph: GraphHttp) {
  const list = (accountId: string, withFigures: boolean): Read => ({
    path: `${accountId}/stories`,
    parameters: {
      fields: withFigures ? `${mediaFields},insights.metric(${storyMetrics.join(',')})` : mediaFields,
      limit: maxLive,
    },
  });
  const figures = (id: string): Read => ({ path: `${id}/insights`, parameters: { metric: storyMetrics.join(',') } });
  const navigation = (id: string): Read => ({
    path: `${id}/insights`,
    parameters: { metric: 'navigation', breakdown: 'story_navigation_action_type' },
  });
  const atEnd = (id: string, host: GraphHost | undefined): Read[] => [
    { path: `${id}/insights`, parameters: { metric: 'profile_activity', breakdown: 'action_type' } },
    ...newerMetrics
      .filter((metric) => existsOn(host, metric))
      .map((metric) => ({ path: `${id}/insights`, parameters: { metric } })),
  ];

  return {
    /** Queries all live stories, in one batch with details about those known before. */
    storiesQuery(
      accountId: string,
      known: readonly KnownStory[],
      { host }: Pick<GraphCaller, 'host'>,
    ): BatchQuery<ReadStories> {
      const nested = known.every(({ isQuiet }) => !isQuiet);
      const perStory = known.map(({ id, isEnding }) => ({
        id,
        reads: [...(nested ? [] : [figures(id)]), navigation(id), ...(isEnding ? atEnd(id, host) : [])],
      }));
      return {
        reads: [list(accountId, nested), ...perStory.flatMap(({ reads }) => reads)],
        take([listed, ...details]) {
          const stories = listed?.ok ? toMediaPage(graph, listed.body).media : [];
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

    /** Fetches the data that the batch could not return; with `isThorough`, also new stories' navigation. */
    async retryRefusedStories(
      caller: GraphCaller,
      accountId: string,
      read: ReadStories,
      { isThorough }: { isThorough: boolean },
    ): Promise<FetchedMedia[]> {
      let { stories, unread } = read;
      if (read.spoilt) {
        const { path, parameters } = list(accountId, false);
        stories = toMediaPage(graph, await graph.get(caller, path, parameters)).media;
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
