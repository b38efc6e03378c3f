import { useState } from 'react'
import { inviteStaff } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import { type Invitation, InvitationLink } from './InvitationLink.tsx'
import { staffWords } from './words.ts'

/** Another link for a member who has not signed in yet: the first was lost, or its day is over */
export function NewLink({ id, name }: { readonly id: string; readonly name: string }) {
  const [made, setMade] = useState<Invitation | null>(null)
  const { busy, act } = useAct({ words: staffWords })
  const make = () =>
    act(async () => {
      setMade(await makeCall(inviteStaff, { params: { id } }))
      return undefined
    })
  const close = () => setMade(null)
  return (
    <>
      <Button small kind="soft" busy={busy} onClick={() => void make()}>
        Новая ссылка
      </Button>
      <Dialog
        open={made !== null}
        onClose={() => undefined}
        title={name}
        actions={<Button onClick={close}>Передал, закрыть</Button>}
      >
        {made && <InvitationLink {...made} />}
      </Dialog>
    </>
  )
}
