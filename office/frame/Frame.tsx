import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { officeQueue } from '#contract/calls/office/queue.ts'
import { officeSignOut } from '#contract/calls/office/staff.ts'
import { officeTasks } from '#contract/calls/office/tasks.ts'
import { Icon } from '#ui/icons.tsx'
import { Unseen } from '#ui/Unseen.tsx'
import { makeCall } from '../calls.ts'
import { useLeavingFields } from '../keys/useLeavingFields.ts'
import { useLive } from '../live.ts'
import { countText } from '../queue/countText.ts'
import { mayOpen, screens } from '../screens.ts'
import type { Staff } from '../session.ts'
import { useRead } from '../useRead.ts'
import s from './Frame.module.css'

/** Everything read goes with the page */
async function signOut(): Promise<void> {
  await makeCall(officeSignOut, {}).catch(() => undefined)
  location.assign('/office/')
}

/** How many wait for a reviewer; also how a session that has ended shows */
function Waiting() {
  const { data, mutate } = useRead(officeQueue, { query: {} }, { every: 20_000 })
  useLive(() => void mutate())
  const waiting = data?.counters.queued ?? 0
  if (waiting === 0) return null
  return (
    <span className={s.badge}>
      <Unseen>ждут: </Unseen>
      {countText(waiting)}
    </span>
  )
}

/** How many tasks of one's own, and of nobody's, are due by now */
function Due() {
  const { data } = useRead(officeTasks, { query: {} }, { every: 60_000 })
  if (!data || data.due === 0) return null
  return (
    <span className={s.badge}>
      <Unseen>пора: </Unseen>
      {data.due}
    </span>
  )
}

/** The bar with every screen this person may open, and the screen beside it */
export function Frame({ staff, children }: { staff: Staff; children: ReactNode }) {
  const [path] = useLocation()
  const bar = useRef<HTMLElement>(null)
  useLeavingFields()
  // Where one is may stand below the edge of a long bar.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is another for each path
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [path])
  return (
    <div className={s.frame}>
      <nav ref={bar} className={s.bar} aria-label="Разделы">
        {screens.map(
          (screen) =>
            screen.bar &&
            mayOpen(screen, staff) && (
              <Link
                key={screen.path}
                href={screen.path}
                className={s.link}
                aria-current={path === screen.path ? 'page' : undefined}
              >
                <Icon name={screen.bar.icon} size={20} />
                <span>{screen.bar.title}</span>
                {screen.path === '/' && <Waiting />}
                {screen.path === '/tasks' && <Due />}
              </Link>
            ),
        )}
        <div className={s.me}>
          <span className={s.name}>{staff.name}</span>
          <span className={s.role}>{staff.roleTitle}</span>
          <Link href="/me" className={s.link} aria-current={path === '/me' ? 'page' : undefined}>
            <Icon name="user" size={20} />
            <span>Мой вход</span>
          </Link>
          <button type="button" className={s.link} onClick={() => void signOut()}>
            <Icon name="exit" size={20} />
            <span>Выйти</span>
          </button>
        </div>
      </nav>
      <div className={s.screen}>{children}</div>
    </div>
  )
}
