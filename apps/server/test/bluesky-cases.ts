export { itAnswersLikeBluesky } from '../../sandbox/test/bluesky-cases.ts';
