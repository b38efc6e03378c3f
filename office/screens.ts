import { hasRight, type RightsHolder, type StaffRight } from '#contract/roles.ts'
import type { OfficePath } from '#contract/routes.ts'
import type { IconName } from '#ui/icons.tsx'
import { awaitedScreen } from '#ui/shell/awaitedScreen.ts'
import type { LazyScreen } from '#ui/shell/lazyScreen.tsx'

interface Shown {
  /** In the bar; a screen without one is reached from another */
  readonly bar?: { readonly title: string; readonly icon: IconName }
  /** Who may open it */
  readonly from: 'staff' | StaffRight
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
    from: 'requests.review',
    Screen: awaitedScreen(async () => (await import('./queue/Queue.tsx')).Queue),
  },
  '/requests/:id': {
    from: 'requests.review',
    Screen: awaitedScreen(async () => (await import('./review/ReviewScreen.tsx')).ReviewScreen),
  },
  '/shift': {
    bar: { title: 'Смена', icon: 'family' },
    from: 'requests.assign',
    Screen: awaitedScreen(async () => (await import('./shift/Shift.tsx')).Shift),
  },
  '/tasks': {
    bar: { title: 'Задачи', icon: 'calendar' },
    from: 'tasks.work',
    Screen: awaitedScreen(async () => (await import('./tasks/Tasks.tsx')).Tasks),
  },
  '/clients': {
    bar: { title: 'Клиенты', icon: 'user' },
    from: 'clients.read',
    Screen: awaitedScreen(async () => (await import('./clients/Clients.tsx')).Clients),
  },
  '/clients/:id': {
    from: 'clients.read',
    Screen: awaitedScreen(async () => (await import('./clients/ClientScreen.tsx')).ClientScreen),
  },
  '/cases': {
    bar: { title: 'Дела', icon: 'shield' },
    from: 'clients.read',
    Screen: awaitedScreen(async () => (await import('./cases/CasesScreen.tsx')).CasesScreen),
  },
  '/lists': {
    bar: { title: 'Списки', icon: 'eye' },
    from: 'lists.manage',
    Screen: awaitedScreen(async () => (await import('./lists/Lists.tsx')).Lists),
  },
  '/messages': {
    bar: { title: 'Сообщения', icon: 'message' },
    from: 'messages.read',
    Screen: awaitedScreen(async () => (await import('./messages/Messages.tsx')).Messages),
  },
  '/payouts': {
    bar: { title: 'Выплаты', icon: 'ruble' },
    from: 'payouts.read',
    Screen: awaitedScreen(async () => (await import('./payouts/Payouts.tsx')).Payouts),
  },
  '/payments': {
    bar: { title: 'Оплаты', icon: 'ruble' },
    from: 'loans.read',
    Screen: awaitedScreen(async () => (await import('./payments/Payments.tsx')).Payments),
  },
  '/loans': {
    bar: { title: 'Займы', icon: 'card' },
    from: 'loans.read',
    Screen: awaitedScreen(async () => (await import('./loans/Loans.tsx')).Loans),
  },
  '/loans/:id': {
    from: 'loans.read',
    Screen: awaitedScreen(async () => (await import('./loans/LoanScreen.tsx')).LoanScreen),
  },
  '/portfolio': {
    bar: { title: 'Портфель', icon: 'chart' },
    from: 'loans.read',
    Screen: awaitedScreen(async () => (await import('./portfolio/Portfolio.tsx')).Portfolio),
  },
  '/appeals': {
    bar: { title: 'Обращения', icon: 'message' },
    from: 'appeals.read',
    Screen: awaitedScreen(async () => (await import('./appeals/Appeals.tsx')).Appeals),
  },
  '/appeals/:id': {
    from: 'appeals.read',
    Screen: awaitedScreen(async () => (await import('./appeals/AppealScreen.tsx')).AppealScreen),
  },
  '/suspense': {
    bar: { title: 'Приходы', icon: 'warning' },
    from: 'loans.read',
    Screen: awaitedScreen(async () => (await import('./suspense/Suspense.tsx')).Suspense),
  },
  '/ledger': {
    bar: { title: 'Книга', icon: 'bank' },
    from: 'loans.read',
    Screen: awaitedScreen(async () => (await import('./ledger/LedgerScreen.tsx')).LedgerScreen),
  },
  '/core': {
    from: 'loans.read',
    Screen: awaitedScreen(async () => (await import('./core/Core.tsx')).Core),
  },
  '/rules': {
    bar: { title: 'Правила', icon: 'document' },
    from: 'staff',
    Screen: awaitedScreen(async () => (await import('./rules/Rules.tsx')).Rules),
  },
  '/rules/:id': {
    from: 'rules.read',
    Screen: awaitedScreen(async () => (await import('./rules/DraftScreen.tsx')).DraftScreen),
  },
  '/tariffs': {
    bar: { title: 'Тарифы', icon: 'ruble' },
    from: 'rules.read',
    Screen: awaitedScreen(async () => (await import('./rules/Tariffs.tsx')).Tariffs),
  },
  '/texts': {
    bar: { title: 'Тексты', icon: 'message' },
    from: 'rules.read',
    Screen: awaitedScreen(async () => (await import('./rules/Texts.tsx')).Texts),
  },
  '/calendar': {
    bar: { title: 'Календарь', icon: 'calendar' },
    from: 'staff',
    Screen: awaitedScreen(async () => (await import('./calendar/Calendar.tsx')).Calendar),
  },
  '/errors': {
    bar: { title: 'Ошибки', icon: 'warning' },
    from: 'errors.read',
    Screen: awaitedScreen(async () => (await import('./errors/Errors.tsx')).Errors),
  },
  '/reports': {
    bar: { title: 'Отчёты', icon: 'chart' },
    from: 'reports.read',
    Screen: awaitedScreen(async () => (await import('./reports/Reports.tsx')).Reports),
  },
  '/journal': {
    bar: { title: 'Журнал', icon: 'clock' },
    from: 'journal.read',
    Screen: awaitedScreen(async () => (await import('./journal/Journal.tsx')).Journal),
  },
  '/jobs': {
    bar: { title: 'Работы', icon: 'gear' },
    from: 'jobs.manage',
    Screen: awaitedScreen(async () => (await import('./jobs/Jobs.tsx')).Jobs),
  },
  '/connections': {
    bar: { title: 'Подключения', icon: 'external' },
    from: 'connections.manage',
    Screen: awaitedScreen(async () => (await import('./connections/Connections.tsx')).Connections),
  },
  '/me': {
    from: 'staff',
    Screen: awaitedScreen(async () => (await import('./me/MyKeys.tsx')).MyKeys),
  },
  '/staff': {
    bar: { title: 'Люди', icon: 'family' },
    from: 'staff.manage',
    Screen: awaitedScreen(async () => (await import('./staff/StaffScreen.tsx')).StaffScreen),
  },
}

/** Every screen of the office, in the order of the bar */
export const screens: readonly OfficeScreen[] = Object.entries(shown).map(([path, screen]) => ({
  ...screen,
  path: path as StaffPath,
}))

export const mayOpen = ({ from }: Pick<OfficeScreen, 'from'>, me: RightsHolder): boolean => hasRight(me, from)
