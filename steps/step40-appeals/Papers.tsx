import { useCallback, useEffect, useRef, useState } from 'react'
import { type AppealView, attachPaper } from '#contract/calls/appeals.ts'
import { Button } from '#ui/actions/Button.tsx'
import { FileChoice } from '#ui/capture/FileChoice.tsx'
import { type SendingState, send } from '#ui/capture/sending.ts'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { step } from './step.ts'

const accept = 'image/*,.heic,.pdf,application/pdf'

/** Files chosen before the appeal is sent: they go with it */
export function Chosen({ files, onChange }: { files: readonly File[]; onChange(files: readonly File[]): void }) {
  return (
    <>
      {files.length > 0 && (
        <Lines
          lines={files.map((file, place) => ({
            key: `${place}-${file.name}`,
            label: file.name,
            value: (
              <Button small kind="quiet" wide={false} onClick={() => onChange(files.filter((one) => one !== file))}>
                Убрать
              </Button>
            ),
          }))}
        />
      )}
      <FileChoice label="Приложить снимок или PDF" accept={accept} onFile={(file) => onChange([...files, file])} />
      <Soft>Справки, приказ, больничный: фото или PDF до 10 МБ. Можно приложить и позже.</Soft>
    </>
  )
}

interface Going {
  readonly id: string
  readonly name: string
  readonly state: SendingState
}

function stateText(state: SendingState): string {
  if (state.is === 'refused') return state.message
  if (state.is === 'stored' || state.is === 'checking') return 'проверяем'
  if (state.is === 'waiting') return 'ждём связи'
  return `отправляем, ${Math.round(state.share * 100)} %`
}

/** What has come to bear out an appeal, and what is on its way; more may be added while it is not answered */
export function Papers({
  appeal,
  first,
  again,
}: {
  appeal: AppealView
  first: readonly File[]
  again(): Promise<void>
}) {
  const { call, newKey, showError } = useServices()
  const { id, request, files } = appeal
  const [going, setGoing] = useState<readonly Going[]>([])
  const begun = useRef(new Set<File>())

  const begin = useCallback(
    (file: File) => {
      if (!request || begun.current.has(file)) return
      begun.current.add(file)
      const kept = { id: newKey(), requestId: request, step: step.number, blob: file, answers: {} }
      const sending = send(kept, call)
      const key = newKey()
      const look = () => {
        const state = sending.state()
        setGoing((all) => [...all.filter((one) => one.id !== kept.id), { id: kept.id, name: file.name, state }])
        if (state.is !== 'stored') return
        stop()
        call(attachPaper, { params: { id }, body: { file: kept.id } }, { key })
          .then(again, showError)
          .finally(() => setGoing((all) => all.filter((one) => one.id !== kept.id)))
      }
      const stop = sending.subscribe(look)
      look()
    },
    [call, newKey, showError, id, request, again],
  )
  useEffect(() => first.forEach(begin), [first, begin])

  const open = appeal.state === 'open' || appeal.state === 'papers'
  const lines = [
    ...files.map((file, place) => ({
      key: file.id,
      label: `Файл ${place + 1}`,
      value: (
        <a href={`/service/uploads/${file.id}/file`} target="_blank" rel="noreferrer">
          {file.type === 'application/pdf' ? 'Скачать PDF' : 'Открыть снимок'}
        </a>
      ),
    })),
    ...going.map((one) => ({ key: one.id, label: one.name, value: stateText(one.state) })),
  ]
  return (
    <>
      {lines.length > 0 && <Lines lines={lines} />}
      {open && request && <FileChoice label="Приложить снимок или PDF" accept={accept} onFile={begin} />}
    </>
  )
}
