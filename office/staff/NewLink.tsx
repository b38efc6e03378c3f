import { useState } from 'react'
import { inviteStaff } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { makeCall } from '../calls.ts'
import { type Invitation, InvitationLink } from './InvitationLink.tsx'

/** Another link for a member who has not signed in yet: the first was lost, or its day is over */
export function NewLink({ id, name }: { readonly id: string; readonly name: string }) {
  const [made, setMade] = useState<Invitation | null>(null)
  const make = async () => {
    try {
      setMade(await makeCall(inviteStaff, { params: { id } }))
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.message)
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
