import { hasRight, type Role, type StaffRight } from '#contract/review.ts'
import type { OfficePath } from '#contract/routes.ts'
import type { IconName } from '#ui/icons.tsx'
import { awaitedScreen } from '#ui/shell/awaitedScreen.ts'
import type { LazyScreen } from '#ui/shell/lazyScreen.tsx'

interface Shown {
  /** In the bar; a screen without one is reached from another */
  readonly bar?: { readonly title: string; readonly icon: IconName }
  /** Who may open it */
  readonly from: StaffRight
  readonly Screen: LazyScreen<object>
}

/** The invitation is opened before there is a member of the staff: `App` shows it itself */
type StaffPath = Exclude<OfficePath, '/invitation'>

export interface OfficeScreen extends Shown {
  /** Below /office */
  readonly path: StaffPath
}

/** In the order of the bar */
const shown: Readonly<Record<StaffPath, Shown>> = {
  '/': {
    bar: { title: 'Очередь', icon: 'list' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./queue/Queue.tsx')).Queue),
  },
  '/requests/:id': {
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./review/ReviewScreen.tsx')).ReviewScreen),
  },
  '/clients': {
    bar: { title: 'Клиенты', icon: 'user' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./clients/Clients.tsx')).Clients),
  },
  '/clients/:id': {
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./clients/ClientScreen.tsx')).ClientScreen),
  },
  '/cases': {
    bar: { title: 'Дела', icon: 'shield' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./cases/CasesScreen.tsx')).CasesScreen),
  },
  '/lists': {
    bar: { title: 'Списки', icon: 'eye' },
    from: 'supervisor',
    Screen: awaitedScreen(async () => (await import('./lists/Lists.tsx')).Lists),
  },
  '/messages': {
    bar: { title: 'Сообщения', icon: 'message' },
    from: 'staff',
    Screen: awaitedScreen(async () => (await import('./messages/Messages.tsx')).Messages),
  },
  '/payouts': {
    bar: { title: 'Выплаты', icon: 'ruble' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./payouts/Payouts.tsx')).Payouts),
  },
  '/payments': {
    bar: { title: 'Оплаты', icon: 'ruble' },
    from: 'loanReader',
    Screen: awaitedScreen(async () => (await import('./payments/Payments.tsx')).Payments),
  },
  '/loans': {
    bar: { title: 'Займы', icon: 'card' },
    from: 'loanReader',
    Screen: awaitedScreen(async () => (await import('./loans/Loans.tsx')).Loans),
  },
  '/loans/:id': {
    from: 'loanReader',
    Screen: awaitedScreen(async () => (await import('./loans/LoanScreen.tsx')).LoanScreen),
  },
  '/portfolio': {
    bar: { title: 'Портфель', icon: 'chart' },
    from: 'loanReader',
    Screen: awaitedScreen(async () => (await import('./portfolio/Portfolio.tsx')).Portfolio),
  },
  '/appeals': {
    bar: { title: 'Обращения', icon: 'message' },
    from: 'rightsReader',
    Screen: awaitedScreen(async () => (await import('./appeals/Appeals.tsx')).Appeals),
  },
  '/appeals/:id': {
    from: 'rightsReader',
    Screen: awaitedScreen(async () => (await import('./appeals/AppealScreen.tsx')).AppealScreen),
  },
  '/suspense': {
    bar: { title: 'Приходы', icon: 'warning' },
    from: 'loanReader',
    Screen: awaitedScreen(async () => (await import('./suspense/Suspense.tsx')).Suspense),
  },
  '/ledger': {
    bar: { title: 'Книга', icon: 'bank' },
    from: 'loanReader',
    Screen: awaitedScreen(async () => (await import('./ledger/LedgerScreen.tsx')).LedgerScreen),
  },
  '/rules': {
    bar: { title: 'Правила', icon: 'document' },
    from: 'staff',
    Screen: awaitedScreen(async () => (await import('./rules/Rules.tsx')).Rules),
  },
  '/errors': {
    bar: { title: 'Ошибки', icon: 'warning' },
    from: 'staff',
    Screen: awaitedScreen(async () => (await import('./errors/Errors.tsx')).Errors),
  },
  '/reports': {
    bar: { title: 'Отчёты', icon: 'chart' },
    from: 'supervisor',
    Screen: awaitedScreen(async () => (await import('./reports/Reports.tsx')).Reports),
  },
  '/journal': {
    bar: { title: 'Журнал', icon: 'clock' },
    from: 'supervisor',
    Screen: awaitedScreen(async () => (await import('./journal/Journal.tsx')).Journal),
  },
  '/jobs': {
    bar: { title: 'Работы', icon: 'gear' },
    from: 'administrator',
    Screen: awaitedScreen(async () => (await import('./jobs/Jobs.tsx')).Jobs),
  },
  '/connections': {
    bar: { title: 'Подключения', icon: 'external' },
    from: 'administrator',
    Screen: awaitedScreen(async () => (await import('./connections/Connections.tsx')).Connections),
  },
  '/me': {
    from: 'staff',
    Screen: awaitedScreen(async () => (await import('./me/MyKeys.tsx')).MyKeys),
  },
  '/staff': {
    bar: { title: 'Люди', icon: 'family' },
    from: 'administrator',
    Screen: awaitedScreen(async () => (await import('./staff/StaffScreen.tsx')).StaffScreen),
  },
}

/** Every screen of the office, in the order of the bar */
export const screens: readonly OfficeScreen[] = Object.entries(shown).map(([path, screen]) => ({
  ...screen,
  path: path as StaffPath,
}))

export const mayOpen = ({ from }: Pick<OfficeScreen, 'from'>, role: Role): boolean => hasRight(role, from)
