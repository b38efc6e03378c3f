import { type ChangeEvent, useRef, useState } from 'react'
import { importStatement, largestStatement } from '#contract/calls/office/statements.ts'
import { parseRoubles } from '#contract/money.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}

/** Takes a bank's statement in; what came of it stays on the page */
export function TakeStatement({ onTaken }: { onTaken(): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const [unsure, setUnsure] = useState<string | null>(null)
  const { busy, act } = useAct()
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    if (file.size > largestStatement) return setSaid('Файл слишком большой: загрузите выписку по дням.')
    void base64(file).then((content) => send(content))
  }
  const send = (content: string, total?: number) =>
    act(async () => {
      const body = { file: content, ...(total !== undefined && { total }) }
      try {
        const { lines, known, placed, waiting } = await makeCall(importStatement, { body })
        setSaid(`Поступлений ${lines}: учтено на займы ${placed}, ждут места ${waiting}, уже были ${known}.`)
        setUnsure(null)
        onTaken()
        return undefined
      } catch (failure) {
        if (!(failure instanceof CallError) || failure.issues[0]?.field !== 'total') throw failure
        setUnsure(content)
        return undefined
      }
    })
  return (
    <>
      {said && <Notice live>{said}</Notice>}
      <input ref={field} type="file" accept=".txt,.csv" aria-label="Файл выписки" hidden onChange={take} />
      {unsure && <SayTotal busy={busy} onSay={(total) => void send(unsure, total)} onClose={() => setUnsure(null)} />}
      <Button small kind="soft" wide={false} busy={busy} onClick={() => field.current?.click()}>
        Загрузить выписку
      </Button>
    </>
  )
}

/** Of a file that does not say what came in all: whether it is whole is seen by what the bank says elsewhere */
function SayTotal({ busy, onSay, onClose }: { busy: boolean; onSay(total: number): void; onClose(): void }) {
  const [text, setText] = useState('')
  const total = parseRoubles(text)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Сколько всего поступило?"
      actions={
        <Button busy={busy} disabled={total === null} onClick={() => total !== null && onSay(total)}>
          Загрузить
        </Button>
      }
    >
      <p>В файле нет строки «Итого»: он может быть обрезан. Возьмите оборот по кредиту за эти дни из банка.</p>
      <TextField label="Поступило всего, ₽" inputMode="decimal" value={text} onChange={setText} />
    </Dialog>
  )
}
