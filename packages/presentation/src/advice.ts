import type { GroupDifference, Opportunity } from '@tidemark/contract';
import { compactNumber, dayLabel, percent, plural, wholeNumber } from './format.ts';

export interface Advice {
  title: string;
  text: string;
  evidence: string;
  /** The observation that would refute the recommendation. */
  disproof: string;
}

interface Basis {
  from: string | null;
  to: string | null;
  /** The viewer's last full day: a look-back that ends there is "the last 90 days". */
  yesterday: string;
}

const whole = (share: number) => `${Math.round(share * 100)}%`;

/** Puts a recommendation and its basis into words. */
export function toAdvice(opportunity: Opportunity, basis: Basis): Advice {
  switch (opportunity.kind) {
    case 'reels_share': {
      const { reels, posts, reachShare, postShare, difference } = opportunity;
      const evidence = `${describeEvidence(posts, 'post', basis)}, ${wholeNumber(reels)} of them ${plural(reels, 'a reel', 'reels')}`;
      const none = 'Wrong if four of them reach no more people than your other posts.';
      if (reels === 0) return { title: 'Try a reel', text: `None of these posts are reels.`, evidence, disproof: none };
      if (reels === posts)
        return { title: 'Try another format', text: 'All of these posts are reels.', evidence, disproof: none };
      const share = `Reels bring ${whole(reachShare)} of reach with ${whole(postShare)} of posts.`;
      const compared = difference ? ` A typical reel reaches ${differenceLabel(difference, 'people')}.` : '';
      return difference && difference.percent > 0
        ? {
            title: 'Post more reels',
            text: share + compared,
            evidence,
            disproof: 'Wrong if your next reels reach no more people than other posts.',
          }
        : {
            title: 'Rethink your reels',
            text: `${share}${compared} Test another opening or length.`,
            evidence,
            disproof: 'Wrong if your next reels reach as many people as other posts without a change.',
          };
    }
    case 'best_day': {
      const { weekday, postsThatDay, interactionsThatDay, interactionsOtherDays, posts, difference } = opportunity;
      return {
        title: `Post more on ${weekday}s`,
        text: `A post on a ${weekday} brings ${compactNumber(interactionsThatDay)} interactions on average, a post on other days ${compactNumber(interactionsOtherDays)}. A typical one brings ${differenceLabel(difference, 'interactions')}.`,
        evidence: `${wholeNumber(postsThatDay)} posts on ${weekday}s, ${wholeNumber(posts - postsThatDay)} on other days; ${describeEvidence(posts, 'post', basis)}`,
        disproof: `Wrong if your next posts on ${weekday}s bring no more interactions than those on other days.`,
      };
    }
    case 'story_interactions': {
      const { stories, interactions, reach, interactionShare, mediaShare, perStory } = opportunity;
      const rate = percent(reach > 0 ? (interactions / reach) * 100 : 0);
      return {
        title: interactionShare >= mediaShare ? 'Keep the stories coming' : 'Ask a question in a story',
        text: `Stories are ${whole(mediaShare)} of published media and bring ${whole(interactionShare)} of interactions: ${rate} of people reached respond.`,
        evidence: `${describeEvidence(stories, 'story', basis)}; ${compactNumber(perStory.mean)} interactions per story (95% interval: ${compactNumber(perStory.low)} to ${compactNumber(perStory.high)})`,
        disproof:
          interactionShare >= mediaShare
            ? 'Wrong if interactions do not fall in weeks with fewer stories.'
            : 'Wrong if stories with a question bring no more interactions than those without.',
      };
    }
  }
}

/** `62% more people (95% interval: 20% to 119%)` */
function differenceLabel({ percent: value, low, high }: GroupDifference, unit: string): string {
  const [from, to] = value < 0 ? [-high, -low] : [low, high];
  const rounded = (one: number) => `${one < 0 ? '−' : ''}${wholeNumber(Math.abs(Math.round(one)))}%`;
  return `${rounded(Math.abs(value))} ${value < 0 ? 'fewer' : 'more'} ${unit} (95% interval: ${rounded(from)} to ${rounded(to)})`;
}

function describeEvidence(count: number, word: 'post' | 'story', { from, to, yesterday }: Basis): string {
  const words = plural(count, word, word === 'story' ? 'stories' : 'posts');
  if (from === null || to === null) return `${wholeNumber(count)} selected ${words}`;
  const span = to === yesterday ? 'last 90 days' : `90 days to ${dayLabel(to)}`;
  return `${span}, ${wholeNumber(count)} ${words}`;
}
