import { useState } from 'react'
import { inviteStaff } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { makeCall } from '../calls.ts'
import { type Invitation, InvitationLink } from './InvitationLink.tsx'
import { staffProblem } from './words.ts'

/** Another link for a member who has not signed in yet: the first was lost, or its day is over */
export function NewLink({ id, name }: { readonly id: string; readonly name: string }) {
  const [made, setMade] = useState<Invitation | null>(null)
  const make = async () => {
    try {
      setMade(await makeCall(inviteStaff, { params: { id } }))
    } catch (failure) {
      toast(staffProblem(failure))
    }
  }
  const close = () => setMade(null)
  return (
    <>
      <Button small kind="soft" onClick={() => void make()}>
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
