import { useEffect } from 'react'
import type { StepDefinition } from '#contract/step.ts'
import { FieldError } from '../fields/FieldNotes.tsx'
import type { Form } from '../form/useForm.ts'
import { Stack } from '../frame/Stack.tsx'
import { PhotoFrame } from '../show/PhotoFrame.tsx'
import { FileChoice } from './FileChoice.tsx'
import { readFile } from './picture.ts'
import { SendingMark } from './SendingMark.tsx'
import { useAddress } from './useAddress.ts'
import { type EvidenceRequest, useEvidence } from './useEvidence.ts'

type PhotoFieldProps = {
  /** Declares the photo as its media */
  step: StepDefinition
  label: string
  form: Form
  request: EvidenceRequest
}

/** A photo among the fields of a form: kept on the device and sent at once, named in the answers once it has arrived */
export function PhotoField({ step, label, form, request }: PhotoFieldProps) {
  const evidence = useEvidence(step, request)
  const { kept, state, accepted } = evidence
  const answer = step.media?.answer ?? ''
  const { id = answer, value, error } = form.text(answer)
  const arrived = kept && state.is === 'stored' ? kept.id : null
  useEffect(() => {
    if (arrived && arrived !== value) form.patch({ [answer]: arrived })
  }, [arrived, value, answer, form])
  const taken = useAddress(kept?.blob ?? null)
  return (
    <div id={id} tabIndex={-1}>
      <Stack>
        <PhotoFrame title={label} src={taken ?? (accepted ? `/service/uploads/${accepted}/file` : undefined)} />
        <FileChoice
          label={label}
          accept="image/*,.heic,.heif"
          onFile={(file) => void readFile(file).then(({ blob }) => evidence.take({ blob, answers: {} }))}
        />
        {kept && <SendingMark state={state} onDevice={evidence.onDevice} />}
        <FieldError id={id} error={error} />
      </Stack>
    </div>
  )
}
