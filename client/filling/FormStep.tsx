import { type ComponentType, useEffect, useRef, useState } from 'react'
import { acceptStep } from '#contract/calls/requests.ts'
import { type Raw, type StepDefinition, validateStep } from '#contract/step.ts'
import { Button } from '#ui/actions/Button.tsx'
import { ConfirmationDialog } from '#ui/auth/ConfirmationDialog.tsx'
import { CallError } from '#ui/callError.ts'
import { ErrorSummary } from '#ui/feedback/ErrorSummary.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { SavedMark } from '#ui/feedback/SavedMark.tsx'
import { useForm } from '#ui/form/useForm.ts'
import { Page } from '#ui/frame/Page.tsx'
import { Stack } from '#ui/frame/Stack.tsx'
import { Help } from '#ui/request/Help.tsx'
import { cameFromCheck, wayAround } from '#ui/request/wayAround.ts'
import { type FieldsProps, type RequestScreenProps, useServices } from '#ui/services.ts'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import type { Autosave } from './autosave.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { tellFunnel } from './funnel.ts'
import { dropDraft } from './keptDrafts.ts'
import { Price } from './Price.tsx'
import { heldBy, useDraft } from './useDraft.ts'

type FormStepProps = RequestScreenProps & { step: StepDefinition; Fields: ComponentType<FieldsProps> }

/** The frame around a step's fields: the ways around, errors, autosave, help, price and «Далее» */
export function FormStep({ step, Fields, ...props }: FormStepProps) {
  const { requestId, detail, context, goOn } = props
  const { call, showError } = useServices()
  const [sending, setSending] = useState(false)
  const [toConfirm, setToConfirm] = useState<Raw | null>(null)
  const kept = detail.steps.find(({ number }) => number === step.number)
  const draft = useDraft({ requestId, step, kept })
  const accepted = useRef(false)

  useEffect(() => {
    tellFunnel({ step: step.number, what: 'opened' })
    return () => {
      if (!accepted.current) tellFunnel({ step: step.number, what: 'left' })
    }
  }, [step.number])

  const form = useForm({
    raw: draft.raw,
    validate: (raw) => validateStep(step, raw, context),
    onChange: draft.change,
    onAccept: (_answers, raw) => (draft.known ? void accept(raw) : undefined),
  })

  async function accept(raw: Raw) {
    const saver = draft.autosave.current
    if (!saver) return
    setSending(true)
    try {
      await saver.stop()
      const answer = await acceptWith(saver, raw)
      accepted.current = true
      void dropDraft(requestId, step.number)
      await goOn(answer.next)
    } catch (error) {
      if (error instanceof CallError && error.code === 'version_conflict') return saver.disagree()
      saver.goOn()
      if (error instanceof CallError && error.code === 'confirm_again') return setToConfirm(raw)
      if (error instanceof CallError && error.issues.length > 0) form.setErrors(error.issues)
      else if (error instanceof CallError) showError(error)
      else throw error
    } finally {
      setSending(false)
    }
  }

  /** An answer that was lost is no conflict: what the server holds then came from here. */
  async function acceptWith(saver: Autosave, raw: Raw) {
    await saver.trying(raw)
    const put = () => {
      const params = { id: requestId, step: String(step.number) }
      return call(acceptStep, { params, body: { revision: saver.revision(), raw: { ...raw }, version: step.version } })
    }
    try {
      return await put()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'version_conflict') throw error
      const held = heldBy(error)
      if (!saver.adopt(held.raw, held.revision)) throw error
      return put()
    }
  }

  const verdict = validateStep(step, form.raw, context)
  const warnings = verdict.ok ? verdict.warnings : []
  return (
    <Page
      title={step.title}
      {...wayAround(step.number, props)}
      dock={
        <>
          <Price step={step.number} raw={form.raw} context={context} />
          <Button {...form.button} busy={sending}>
            {cameFromCheck() ? 'Сохранить' : 'Далее'}
          </Button>
        </>
      }
    >
      {kept?.remarks.map((remark) => (
        <Notice key={remark.reason} tone="warn" title={remark.reason}>
          {remark.comment}
        </Notice>
      ))}
      {kept?.sent && (
        <Details title="Что вы отправили раньше" lazy>
          <Lines lines={kept.sent} />
        </Details>
      )}
      <form {...form.element}>
        <Stack>
          <ErrorSummary {...form.summary} />
          {draft.known && <Fields {...props} form={form} authStatus="ok_auth" />}
        </Stack>
      </form>
      {warnings.map((warning) => (
        <Notice key={warning.message} tone="warn" live>
          {warning.message}
        </Notice>
      ))}
      <SavedMark state={draft.state === 'conflict' ? 'none' : draft.state} />
      <Help />
      <ConfirmationDialog
        open={toConfirm !== null}
        why="Вы меняете, куда придут деньги. Пришлём код на номер, с которым вы вошли."
        onClose={() => setToConfirm(null)}
        onConfirmed={() => {
          setToConfirm(null)
          if (toConfirm) void accept(toConfirm)
        }}
      />
      <ConflictDialog open={draft.state === 'conflict'} requestId={requestId} number={step.number} draft={draft} />
    </Page>
  )
}
