import { type Role, roles } from '#contract/review.ts'
import type { IconName } from '#ui/icons.tsx'
import { awaitedScreen } from '#ui/shell/awaitedScreen.ts'
import type { LazyScreen } from '#ui/shell/lazyScreen.tsx'

export interface OfficeScreen {
  /** Below /office */
  readonly path: string
  /** In the bar; a screen without one is reached from another */
  readonly bar?: { readonly title: string; readonly icon: IconName }
  /** The least role that may open it */
  readonly from: Role
  readonly Screen: LazyScreen<object>
}

/** Every screen of the office, in the order of the bar */
export const screens: readonly OfficeScreen[] = [
  {
    path: '/',
    bar: { title: 'Очередь', icon: 'list' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./queue/Queue.tsx')).Queue),
  },
  {
    path: '/requests/:id',
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./review/ReviewScreen.tsx')).ReviewScreen),
  },
  {
    path: '/messages',
    bar: { title: 'Сообщения', icon: 'message' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./messages/Messages.tsx')).Messages),
  },
  {
    path: '/payouts',
    bar: { title: 'Выплаты', icon: 'ruble' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./payouts/Payouts.tsx')).Payouts),
  },
  {
    path: '/rules',
    bar: { title: 'Правила', icon: 'document' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./rules/Rules.tsx')).Rules),
  },
  {
    path: '/errors',
    bar: { title: 'Ошибки', icon: 'warning' },
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./errors/Errors.tsx')).Errors),
  },
  {
    path: '/reports',
    bar: { title: 'Отчёты', icon: 'chart' },
    from: 'supervisor',
    Screen: awaitedScreen(async () => (await import('./reports/Reports.tsx')).Reports),
  },
  {
    path: '/journal',
    bar: { title: 'Журнал', icon: 'clock' },
    from: 'supervisor',
    Screen: awaitedScreen(async () => (await import('./journal/Journal.tsx')).Journal),
  },
  {
    path: '/jobs',
    bar: { title: 'Работы', icon: 'gear' },
    from: 'administrator',
    Screen: awaitedScreen(async () => (await import('./jobs/Jobs.tsx')).Jobs),
  },
  {
    path: '/me',
    from: 'verifier',
    Screen: awaitedScreen(async () => (await import('./me/MyKeys.tsx')).MyKeys),
  },
  {
    path: '/staff',
    bar: { title: 'Люди', icon: 'family' },
    from: 'administrator',
    Screen: awaitedScreen(async () => (await import('./staff/StaffScreen.tsx')).StaffScreen),
  },
]

export const mayOpen = ({ from }: Pick<OfficeScreen, 'from'>, role: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(from)
