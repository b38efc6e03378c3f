import type { CallAnswer } from '#contract/call.ts'
import type { inviteStaff } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useMoments } from '../moments.ts'
import s from './StaffScreen.module.css'

export type Invitation = CallAnswer<typeof inviteStaff>

/** The new member's way in. Shown once: the office keeps the link's hash alone */
export function InvitationLink({ token, until }: Invitation) {
  const moment = useMoments()
  const link = `${location.origin}/office/invitation#${token}`
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    toast(done ? 'Ссылка скопирована' : 'Не получилось скопировать: выделите ссылку')
  }
  return (
    <div className={s.once}>
      <Notice tone="warn" title="Передайте ссылку лично">
        Откроется один раз, до {moment(until)}. Пароль и ключ для кодов увидит только тот, кто её откроет.
      </Notice>
      <p className={s.link}>{link}</p>
      <Button kind="soft" wide={false} onClick={() => void copy()}>
        Скопировать
      </Button>
    </div>
  )
}
