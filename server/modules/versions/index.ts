export type { BacktestRow } from './backtest-store.ts'
export { type Backtests, createBacktests } from './backtests.ts'
export { createDrafts, type Drafts, openDraft, versionName } from './drafts.ts'
export { type Kind, type Kinds, kindsOf, type Past, type Span, type Trial, type Version, versionOf } from './kinds.ts'
export { keysThatAreLeft, pastIds } from './past-store.ts'
export {
  approvedTurns,
  type DraftRow,
  keepContent,
  readContent,
  type TurnWithContent,
  turnAt,
  turnsAhead,
} from './store.ts'
export { createTurns, type Turns } from './turns.ts'
