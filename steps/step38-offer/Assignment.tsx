import { useState } from 'react'
import { chooseAssignment, type OfferView } from '#contract/calls/offer.ts'
import { Tick } from '#ui/fields/Tick.tsx'
import { useServices } from '#ui/services.ts'
import { useAct } from '#ui/useAct.ts'

type AssignmentProps = { requestId: string; version: number; offer: OfferView; onChosen(): Promise<void> }

/** Condition 13 is the borrower's own: forbidden until ticked. Another choice means other papers, so they are read anew. */
export function Assignment({ requestId, version, offer, onChosen }: AssignmentProps) {
  const { call, showError } = useServices()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { act } = useAct(showError, () => setWanted(null))

  const choose = (allowed: boolean) =>
    act(async () => {
      setWanted(allowed)
      await call(chooseAssignment, { params: { id: requestId }, body: { allowed, version } })
      await onChosen()
    })
  return (
    <Tick
      label="Разрешаю передать право требования по договору другой организации"
      hint="Без отметки передать ваш долг другим нельзя. На решение и цену займа это не влияет."
      mark="по желанию"
      checked={wanted ?? offer.assignmentAllowed}
      onChange={(allowed) => void choose(allowed)}
      onBlur={() => {}}
    />
  )
}
