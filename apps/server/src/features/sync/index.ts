export type { AnswersAt } from './answers/read-answers.ts';
export { listStoredSteps, readAnswers, readSteps } from './answers/read-answers.ts';
export { insertAnswers, toAnswerRow } from './answers/store-answers.ts';
export type { StoredAnswer, StoredStep } from './answers/stored-step.ts';
export type {
  Calendar,
  Step,
  Connector,
  Connectors,
  Fetched,
  Problem,
  Replayer,
  Session,
  StepInput,
  Turn,
} from './connector.ts';
export { disableConnector } from './disable-connector.ts';
export { releaseAllLeases, type Lease, type RunEnd, type SyncState } from './lease/queries.ts';
export { listSyncedAccounts } from './replay/queries.ts';
export { replayAccounts, type ReplayOptions, type ReplayReport } from './replay/replay-accounts.ts';
export { createCallCounts } from './schedule/api-call-counter.ts';
export { toJitter } from './schedule/jitter-rules.ts';
export { findNextMeasurement } from './schedule/measurement-queries.ts';
export { youngMillis } from './schedule/measurement-rules.ts';
export { watchAccounts } from './schedule/queries.ts';
export { orderAgain } from './schedule/order-again.ts';
export { setThrottleFactor } from './schedule/throttle.ts';
export { readSyncLag, syncStates } from './status/sync-lag.ts';
export { countUnevenMedia, countWrongMeasurements } from './store/check-media.ts';
export { commitStep, publishAccount } from './store/commit-step.ts';
export { windowRule } from './store/fetch-rules.ts';
export {
  type DayFigures,
  type DemographicCell,
  type FetchedMedia,
  type InsightWindow,
  type OnlineDay,
  type SeriesReading,
  type TypeMetrics,
  type WindowTotals,
  noFigures,
} from './store/fetched-data.ts';
export { endStory, type StoryFigures } from './store/end-story.ts';
export { listOutdated, markOutdated } from './store/mark-outdated.ts';
export { markUnlisted } from './store/mark-unlisted.ts';
export { spreadFirstDelta } from './store/spread-first-delta.ts';
export { sumDays } from './store/sum-days.ts';
export { recordSeriesReading } from './store/record-series-reading.ts';
export { listSnapshots } from './store/snapshots.ts';
export { markUnavailable, storeDays, storeDemographics, storeOnlineFollowers, storeWindows } from './store/store.ts';
export { storeFigures, storeMedia } from './store/store-media.ts';
export { type PastTotals, storePastTotals } from './store/store-past-totals.ts';
export { finalSyncWindow, storyLife } from './store/story-rules.ts';
export { releaseThumbnailClaims } from './thumbnails/queries.ts';
